// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/build_info/build_info.h"
#include "app/mpi/study.h"
#include "app/study_words/study_words.h"
#include "engine/base/environment.h"
#include "engine/base/file_descriptor.h"
#include "engine/hosts/job_script.h"
#include "engine/hosts/lonely_rank.h"
#include "engine/spec/spec.h"

namespace throughline::app {
namespace {

constexpr int kExitOfFailure = 1;
constexpr int kExitOfUsage = 2;

struct Arguments {
    std::string spec{};
    StudyWords words{};
    std::string nodes{};
    std::string data = hosts::name_of(hosts::DataUse::Share);
    double patience_s = in_seconds(hosts::Patience().silence);
    double preparing_s = in_seconds(hosts::Patience().preparing);
    bool print_slurm = false;
    bool print_mpirun = false;
    StudyPart part{};
};

/// Whether this process is not the first of a job: what all would say, the first one does. Known
/// before MPI is.
bool is_another_rank() {
    for (const char* const name :
         {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
        if (const std::string rank = environment_variable(name); !rank.empty()) {
            return rank != "0";
        }
    }
    return false;
}

int refuse(const Error& error) {
    if (!is_another_rank()) {
        warn(describe(error) + "\n  'throughline-mpi run --help' lists what is allowed.");
    }
    return kExitOfUsage;
}

/// $THROUGHLINE_ENGINE, else the program beside this one.
std::string engine_program() {
    if (const std::string chosen = environment_variable("THROUGHLINE_ENGINE"); !chosen.empty()) {
        return chosen;
    }
    std::error_code none;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
    return (self.parent_path() / "throughline-engine").string();
}

/// Of another rank than the first the default: its host need not have the file, and nobody asks it.
Result<spec::StudySpec> read_spec(const Arguments& arguments) {
    spec::StudySpec spec = spec::default_spec();
    if (!arguments.spec.empty() && is_another_rank()) {
        return spec;
    }
    if (!arguments.spec.empty()) {
        auto text = read_whole_file(arguments.spec);
        if (!text) {
            return std::move(text).error();
        }
        auto parsed = spec::parse_spec(*text);
        if (!parsed) {
            return std::move(parsed).error();
        }
        spec = *std::move(parsed);
    }
    if (auto put = put_study_words(arguments.words, spec); !put) {
        return std::move(put).error();
    }
    if (auto valid = spec::validate(spec); !valid) {
        return std::move(valid).error();
    }
    return spec;
}

/// "nodes=1,2,4" among the sweeps is what --nodes is.
void take_nodes_from_sweeps(Arguments& arguments) {
    constexpr std::string_view kNodes = "nodes=";
    std::erase_if(arguments.words.sweeps, [&](const std::string& axis) {
        const bool ours = axis.starts_with(kNodes);
        if (ours) {
            arguments.nodes = axis.substr(kNodes.size());
        }
        return ours;
    });
}

/// The command that this one is, without what only prints.
std::vector<std::string> own_command(int argc, char** argv) {
    std::vector<std::string> command{"throughline-mpi"};
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word != "--print-slurm" && word != "--print-mpirun") {
            command.push_back(word);
        }
    }
    return command;
}

int print_script(const Arguments& arguments, const std::vector<std::string>& command) {
    constexpr int kNodesMax = 1 << 16;
    const auto counts = hosts::parse_node_counts(arguments.nodes, kNodesMax);
    if (arguments.nodes.empty() || !counts) {
        return refuse(counts ? usage_error("a script needs --nodes: how many measure together")
                             : counts.error());
    }
    if (arguments.part.output.empty()) {
        return refuse(usage_error("a script needs -o: the record that is written"));
    }
    const hosts::ScriptWish wish{.command = command,
                                 .nodes = *std::max_element(counts->begin(), counts->end()),
                                 .seconds = hosts::study_seconds(arguments.part.job.spec, *counts)};
    const std::string script =
        arguments.print_slurm ? hosts::slurm_script(wish) : hosts::mpirun_script(wish);
    return write_all(STDOUT_FILENO, script) ? 0 : 1;
}

int run(Arguments& arguments, const std::vector<std::string>& command) {
    take_nodes_from_sweeps(arguments);
    hosts::Job& job = arguments.part.job;
    job.use = arguments.data == hosts::name_of(hosts::DataUse::Same) ? hosts::DataUse::Same
                                                                     : hosts::DataUse::Share;
    job.patience.silence = from_seconds(arguments.patience_s);
    job.patience.preparing = from_seconds(arguments.preparing_s);
    auto spec = read_spec(arguments);
    if (spec) {
        const auto own = hosts::spec_of_node(*spec, job.use, 1, 0);
        if (!own) {
            spec = own.error();
        }
    }
    const bool prints = arguments.print_slurm || arguments.print_mpirun;
    if (!spec && (prints || arguments.spec.empty())) {
        return refuse(spec.error());  // of words, which all ranks have alike
    }
    if (spec) {
        job.spec = *spec;
    }
    if (prints) {
        return print_script(arguments, command);
    }
    // Before MPI adds to the environment what else launchers do.
    const std::string lonely = hosts::lonely_rank(&environment_variable);
    const auto refuse_alone = [&lonely, speaks = !is_another_rank()] {
        if (speaks) {
            warn(lonely);
        }
        return kExitOfUsage;
    };
    if (!lonely.empty() && !hosts::can_be_joined(&environment_variable)) {
        return refuse_alone();
    }
    Link link;
    link.set_exit_code(kExitOfUsage);
    if (!lonely.empty() && link.size() == 1) {
        return refuse_alone();
    }
    if (!spec && link.rank() == 0) {
        dismiss(link);
        return refuse(spec.error());
    }
    job.nodes = link.size();
    auto counts = hosts::parse_node_counts(arguments.nodes, link.size());
    if (!counts) {
        return refuse(counts.error());
    }
    job.counts = *std::move(counts);
    link.set_exit_code(kExitOfFailure);
    arguments.part.engine = engine_program();
    return take_part(arguments.part, link);
}

/// Also before the command's name.
void add_script_flags(CLI::App* command, Arguments& arguments) {
    command->add_flag(
        "--print-slurm",
        arguments.print_slurm,
        "Print a job script for sbatch that runs this command, and exit; needs --nodes and -o");
    command->add_flag("--print-mpirun",
                      arguments.print_mpirun,
                      "Print a script that runs this command by mpirun on the hosts of a file, and "
                      "exit; needs --nodes and -o");
}

void add_options(CLI::App* command, Arguments& arguments) {
    command->add_option("SPEC", arguments.spec, "Spec file (JSON) of throughline-engine run");
    add_study_words(command, &arguments.words, "; nodes=… is --nodes");
    command->add_option("--nodes",
                        arguments.nodes,
                        "How many ranks measure together, one group after the other: 1,2,4; "
                        "without it, all of them");
    command
        ->add_option("--data",
                     arguments.data,
                     "What a rank reads: its 'share' of the data set, or the 'same' as all others")
        ->check(CLI::IsMember({hosts::kDataUses[0], hosts::kDataUses[1]}))
        ->capture_default_str();
    command->add_option("-o,--output", arguments.part.output, "Record to write (.tlrun)");
    command->add_flag("--overwrite", arguments.part.overwrite, "Replace an existing record");
    command->add_flag("--force",
                      arguments.part.job.force,
                      "Measure even if another of your measurements is running on a host");
    command
        ->add_option("--patience",
                     arguments.patience_s,
                     "Seconds without a word after which a rank, or an engine that measures, has "
                     "failed; the record names it")
        ->check(CLI::Range(2.0, 86400.0))
        ->capture_default_str();
    command
        ->add_option("--preparing-patience",
                     arguments.preparing_s,
                     "Seconds without progress after which an engine that prepares has failed")
        ->check(CLI::Range(2.0, 86400.0))
        ->capture_default_str();
    add_script_flags(command, arguments);
}

int run_command_line(int argc, char** argv) {
    CLI::App app(
        "Measures one study on many nodes: each rank of an MPI job drives a throughline-engine, "
        "and "
        "what they measure comes into one record.",
        "throughline-mpi");
    app.set_version_flag("--version", std::string("throughline-mpi ") + kVersionLine);
    app.require_subcommand(1);
    app.fallthrough();
    Arguments arguments;
    auto* const command = app.add_subcommand("run", "Measure on all ranks together");
    add_options(command, arguments);
    add_script_flags(&app, arguments);
    command->footer(
        "Start it under mpirun or in a Slurm job, one rank a node:\n"
        "  mpirun -n 4 --map-by ppr:1:node --bind-to none throughline-mpi run \\\n"
        "    --set dataset.path=/data/train --nodes 1,2,4 -o study.tlrun\n"
        "srun in place of mpirun joins the ranks where Slurm and MPI have PMIx in common; where "
        "they "
        "do not, it is refused.\n"
        "Exit codes: 0 done, 1 failed (who is named), 2 usage, 3 stopped early with the record "
        "kept.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (is_another_rank()) {
            return error.get_exit_code() == 0 ? 0 : kExitOfUsage;
        }
        return app.exit(error) == 0 ? 0 : kExitOfUsage;
    }
    return run(arguments, own_command(argc, argv));
}

}  // namespace
}  // namespace throughline::app

int main(int argc, char** argv) {
    try {
        return throughline::app::run_command_line(argc, argv);
    } catch (const std::exception& error) {  // last resort, for third-party code
        throughline::app::warn(error.what());
        return 1;
    }
}
