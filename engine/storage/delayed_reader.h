// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/storage/answer_times.h"
#include "engine/storage/reader.h"

namespace throughline::storage {

/// A reader whose reads are answered no earlier than `options.emulated` says; what the real storage
/// answers later comes as late as it does. Reads are handed to `reader` as it would take them
/// itself, a blocking one's each when the one before it was answered. Latencies are those that the
/// emulated storage has. Expects options that make_reader() has checked, with `emulated`.
std::unique_ptr<Reader> make_delayed_reader(const ReaderOptions& options,
                                            std::unique_ptr<Reader> reader);

}  // namespace throughline::storage
