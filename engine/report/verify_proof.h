// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/report/content.h"
#include "engine/report/figures.h"
#include "engine/report/proof.h"
#include "engine/report/redraw.h"
#include "engine/report/seal.h"
#include "engine/report/verification.h"

// What is checked of a report, whatever it is written as.
namespace throughline::report {

/// What a report says and carries.
struct Printed {
    std::string_view proof{};
    std::string_view digest{};
    std::span<const std::string> drawings{};
};

/// What its records make: to be written again, and compared.
struct Remade {
    Content content{};
    Seal seal{};
    std::vector<record::Study> studies{};
    bool same_form = true;  ///< else it is no use to write it again: older_form.h
};

/// Reads the proof, computes charts and contents anew and compares the drawings, which are SVG.
/// None: it can't be made again, and a finding says why.
/// Errors: Format: the proof is what the digest says and cannot be read; those of `redraw`.
Result<std::optional<Remade>> remade_of(const Printed& printed,
                                        const Redraw& redraw,
                                        Verification& result);

/// Whether the points of charts are where their runs' records have them; counts them. With a
/// `redraw` all of what the charts show is made anew and compared.
/// Errors: those of `redraw` that do not say something of the report.
Result<void> check_charts(const Proof& proof,
                          std::span<const record::Study> studies,
                          const Redraw& redraw,
                          Verification& result);

/// What report it is, and whether this version writes it in the same form.
void note_proof(const Proof& proof, Verification& result);

/// What the charts of a proof show.
std::vector<ChartData> data_of(const Proof& proof);

/// Compares the numbers of a form with those of what was written again; `computed`: the latter, as
/// they are read out of it.
void check_figures(std::span<const Figure> printed,
                   std::vector<Figure> computed,
                   const Remade& remade,
                   Verification& result);

/// The first line that is not as it was written. `part`: of the file; "" = all of it.
void add_changed_line(std::string_view part,
                      std::string_view text,
                      std::string_view again,
                      Verification& result);

}  // namespace throughline::report
