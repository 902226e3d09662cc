// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/catalog/catalog.h"
#include "engine/model/grade.h"
#include "engine/model/input_table.h"
#include "engine/whatif/nodes_question.h"
#include "engine/whatif/volume.h"
#include "engine/whatif/ways_question.h"

namespace throughline::whatif {

/// One input set to a value.
struct Change {
    model::Input input{};
    model::InputValue value{};

    bool operator==(const Change&) const = default;
};

/// Out of line: GCC 12 warns of an uninitialised string where a Change is made from a number
/// inline.
Change set_to(model::Input input, model::InputValue value);

/// Entries of the catalogue that fill inputs in before the changes; "" = none.
struct CatalogChoice {
    std::string storage{};
    std::string instance{};
    std::string link{};
    std::string network{};
    std::string gpu_rate{};
    Volume volume{};  ///< of `storage`, or of the base's where that is ""

    bool empty() const noexcept {
        return storage.empty() && instance.empty() && link.empty() && network.empty() &&
               gpu_rate.empty() && volume.empty();
    }
    bool operator==(const CatalogChoice&) const = default;
};

/// How a base is called that nobody named.
inline constexpr const char* kUnnamedBase = "base";

/// What an image costs the processor, by its stored size, where the sizes of several data sets were
/// measured.
struct CpuCost {
    double fixed_s = 0.0;
    double per_byte_s = 0.0;

    double at(double image_bytes) const noexcept { return fixed_s + per_byte_s * image_bytes; }
    bool operator==(const CpuCost&) const = default;
};

/// A what-if: what differs from its base.
struct Scenario {
    std::string name{};
    std::string note{};
    CatalogChoice catalog{};
    std::vector<Change> changes{};
    /// Of a base that runs were calibrated on: gives cpu_s_per_image for every image size, unless
    /// the changes do.
    std::optional<CpuCost> cpu_cost{};

    bool operator==(const Scenario&) const = default;
};

struct StudyBase;
struct WaysStudy;

/// A meeting's worth of them. Limits: kScenariosMax scenarios, kCandidatesMax candidates.
struct ScenarioFile {
    std::string title{};
    std::string note{};
    Scenario base{};  ///< against `study_base`, else the defaults
    /// What runs said when the base was calibrated on them; null: nothing was measured for it.
    std::shared_ptr<const StudyBase> study_base{};
    std::optional<Scenario> typed_base{};  ///< beside a study base, what it took the place of
    /// The studies of a base of which only figures were kept (by programs up to 0.1): they are
    /// graded D, since what they rest on can no longer be told.
    std::string lost_base{};
    /// What "Copy first, stream, or cache?" is answered from; null: it is not asked.
    std::shared_ptr<const WaysStudy> ways_study{};
    WaysQuestion ways{};
    NodesQuestion nodes{};  ///< how the scenarios scale over nodes
    std::vector<Scenario> scenarios{};
    std::vector<Scenario> candidates{};  ///< what a search looks through

    bool operator==(const ScenarioFile&) const = default;
};
/// What its base is, in a few words: the study that it was calibrated on, else as its author calls
/// it, "gp2, 4 V100"; "" where nobody says.
std::string name_of_base(const ScenarioFile& file);
/// What the scenarios are called: as somebody wrote, else after the studies that they rest on, in
/// the spoken language; "" where there is neither.
std::string title_of(const ScenarioFile& file);
inline constexpr std::size_t kScenariosMax = 6;
inline constexpr std::size_t kCandidatesMax = 1000000;

/// Reads {"title", "note", "catalog", "base": {inputs}, "base_name", "cpu_cost", "scenarios":
/// [{"name", "note", "catalog", "changes"}], "candidates": [the same, or plain inputs],
/// "calibration", "typed_base", "ways", "nodes"}; all but "base" may be missing. "base_name" is
/// what the base is, in a few words; "cpu_cost" is {"fixed_s", "per_byte_s"}, of the base.
/// "calibration" is what the program writes of a base of studies, "ways" what it writes of a study
/// of `run --ways` and of what is asked of it, "nodes" is {"most", "slow_node"}: see NodesQuestion.
/// "catalog" is {"storage", "instance", "link", "network", "gpu_rate", "volume": {"gib", "iops",
/// "mib_per_s", "hours"}}. Errors: Format with line and column for text that is not JSON; Usage
/// naming file, scenario and
///         key for everything else.
Result<ScenarioFile> parse_scenario_file(std::string_view text, const std::string& file);

/// Whether a text is a file of scenarios, also one of which something is wrong: whoever opens it
/// is then told what.
bool is_scenario_file(std::string_view text);

/// A file as JSON, pretty-printed; parse_scenario_file() reads it.
std::string scenario_file_json(const ScenarioFile& file);

/// Where a figure would have come from.
enum class FigureOf : std::uint8_t { Storage, Instance, Link, Network, GpuRate, Runs };

/// A figure that there is none of. Its input keeps the value it had.
struct Gap {
    FigureOf of{};
    std::optional<model::Input> input{};
    std::string text{};  ///< "aws-s3, sto_units: prefixes"
};

/// An input before something else set it, with what was known of it.
struct Former {
    model::Input input{};
    model::InputValue value{};
    bool stated = false;
    bool calibrated = false;
    double log_sd = 0.0;
};

/// The entry of the catalogue that the storage is.
struct StorageEntry {
    std::string id{};
    std::string name{};
    std::string kind{};            ///< block, object, …
    bool is_typed_over = false;    ///< its bandwidth or its IOPS is another one than the entry's
    std::vector<Former> before{};  ///< what it set and nobody changed since
};

/// A scenario with everything filled in.
struct Resolved {
    std::string name{};
    model::Inputs inputs{};
    model::Knowledge knowledge{};
    /// Another image size brings its own CPU time, unless that was given.
    std::optional<CpuCost> cpu_cost{};
    /// Of the storage, where it is a volume: what it falls back to, and what one of them costs.
    std::optional<VolumeLimits> volume{};
    /// What `volume` was asked for as; empty where its limits are typed over.
    Volume asked_volume{};
    std::string instance{};  ///< of the catalogue; "": none was chosen
    double vcpus = 0.0;      ///< of `instance`, where `inputs.cores` are taken from them; else 0
    std::string gpu_rate{};  ///< of the catalogue; "": typed in or measured
    /// "A100 80 GB with ResNet-50 v1.5, AMP": of the catalogue's entry that gave the rate of a GPU,
    /// in the spoken language; "" where that is typed in or measured.
    std::string gpu{};
    bool gpu_of_eight = false;  ///< an eighth of what is published of eight: of one nothing is
    std::string gpu_source{};   ///< who published it, "NVIDIA, 2021-03"; "": of the user's own
    /// None: typed in, or measured.
    std::optional<StorageEntry> storage{};
    /// What the instance lets through to network block storage, and what that took the place of.
    std::vector<Change> block_limits{};
    std::vector<Former> before_block_limits{};
    std::vector<Gap> gaps{};
};

/// The inputs with one number changed, and with what goes with it: the CPU time of an image size.
/// Assumes: is_number(input).
model::Inputs with_input(const Resolved& resolved, model::Input input, double value);

/// Whether an instance's limit towards block storage is one for it: storage of that kind, or typed
/// in and of a node alone.
bool reads_block_storage(const Resolved& resolved);

/// The defaults, about which nothing is known.
Resolved defaults();
/// What the base of a file is a change of: what runs said, else the defaults.
Resolved start_of(const ScenarioFile& file);

/// Applies a scenario to what it is a change of.
/// Errors: Usage naming scenario and input, for an entry that the catalogue does not have and for
///         inputs that break their rule (first_invalid()).
Result<Resolved> resolve(const Scenario& scenario,
                         const Resolved& base,
                         const catalog::Catalog& catalog);

}  // namespace throughline::whatif
