// SPDX-License-Identifier: Apache-2.0
#include "app/engine/study_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/panels/ways.h"
#include "engine/spec/study_loader.h"

namespace throughline::app {
namespace {

constexpr std::string_view kDecodeThreads = "decode.threads";

/// --loader, once a setting, and more often a sweep.
Result<void> put_loaders(const StudyArguments& arguments, spec::StudySpec& spec) {
    constexpr const char* kCommand = "loader.command";
    spec::SweepAxis axis{.key = kCommand, .values = {}};
    for (const std::string& command : arguments.loaders) {
        auto value = spec::parse_setting(kCommand, command);
        if (!value) {
            return std::move(value).error();
        }
        axis.values.push_back(*std::move(value));
    }
    if (axis.values.size() == 1) {
        spec.base[kCommand] = axis.values.front();
    } else if (axis.values.size() > 1) {
        spec.sweep.push_back(std::move(axis));
    }
    return {};
}

}  // namespace

Result<spec::StudySpec> read_spec(const StudyArguments& arguments, bool* threads_given) {
    spec::StudySpec spec = spec::default_spec();
    bool given = false;
    if (std::error_code none; std::filesystem::is_directory(arguments.spec, none)) {
        return usage_error(
            "'" + arguments.spec +
            "' is a folder, not a spec file; to measure it: --set dataset.path=" + arguments.spec);
    }
    if (!arguments.spec.empty()) {
        auto text =
            arguments.spec == "-"
                ? Result<std::string>(std::string(std::istreambuf_iterator<char>(std::cin), {}))
                : read_whole_file(arguments.spec);
        if (!text) {
            return std::move(text).error();
        }
        given = spec::states_setting(*text, kDecodeThreads);
        auto parsed = spec::parse_spec(*text);
        if (!parsed) {
            Error error = std::move(parsed).error();
            error.what = arguments.spec + ": " + error.what;
            return error;
        }
        spec = *std::move(parsed);
    }
    if (arguments.ways) {
        panels::sweep_ways(spec);
    }
    if (auto put = put_loaders(arguments, spec); !put) {
        return std::move(put).error();
    }
    if (auto put = put_study_words(arguments.words, spec); !put) {
        return std::move(put).error();
    }
    const auto is_threads = [](const std::string& set) {
        return set.starts_with(std::string(kDecodeThreads) + "=");
    };
    const bool typed = std::ranges::any_of(arguments.words.sets, is_threads);
    if (threads_given != nullptr) {
        *threads_given = given || typed;
    }
    if (typed && spec::has_loader(spec.base, spec.sweep)) {
        return usage_error(
            "decode.threads cannot be set beside a data loader: set loader.workers, which is "
            "the number of decode threads of Throughline's own pipeline too");
    }
    return spec;
}

void add_study_options(CLI::App* command, StudyArguments* arguments) {
    command->add_option("SPEC", arguments->spec, "Spec file (JSON); - reads it from stdin");
    add_study_words(command, &arguments->words);
    command->add_flag("--ways",
                      arguments->ways,
                      "Copy first, stream, or cache? Measure all three in turn, with what --set "
                      "and --sweep say besides");
    command
        ->add_option("--loader",
                     arguments->loaders,
                     "Command of a data loader that delivers the batches in place of storage and "
                     "decode, as --set loader.command=; several are swept, 'none' is Throughline's "
                     "own pipeline. In Python: 'from throughline_loader import serve'")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
}

}  // namespace throughline::app
