// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/job_script.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "engine/base/shell_quote.h"

namespace throughline::hosts {
namespace {

constexpr double kEpochSeconds = 600.0;

/// What an engine on another host may need of the environment; only what is set is passed on.
constexpr std::array kForwarded{"THROUGHLINE_ENGINE",
                                "THROUGHLINE_DATA_DIR",
                                "LD_LIBRARY_PATH",
                                "AWS_ACCESS_KEY_ID",
                                "AWS_SECRET_ACCESS_KEY",
                                "AWS_SESSION_TOKEN",
                                "AWS_PROFILE",
                                "AWS_REGION",
                                "AWS_DEFAULT_REGION",
                                "AWS_ENDPOINT_URL",
                                "AWS_ENDPOINT_URL_S3",
                                "AWS_CONFIG_FILE",
                                "AWS_SHARED_CREDENTIALS_FILE",
                                "AWS_CONTAINER_AUTHORIZATION_TOKEN",
                                "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
                                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                                "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
                                "AWS_EC2_METADATA_DISABLED",
                                "AWS_EC2_METADATA_SERVICE_ENDPOINT",
                                "AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE",
                                "AWS_CA_BUNDLE",
                                "HADOOP_USER_NAME",
                                "HADOOP_TOKEN_FILE_LOCATION",
                                "HADOOP_DELEGATION_TOKEN",
                                "http_proxy",
                                "https_proxy",
                                "no_proxy",
                                "HTTP_PROXY",
                                "HTTPS_PROXY",
                                "NO_PROXY"};

std::string quoted(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + shell_quote(word);
    }
    return text;
}

std::string forward_block() {
    std::string text =
        "# What the ranks need of the environment, where it is set.\nforward=()\nfor name in";
    for (const char* const name : kForwarded) {
        text += std::string(" ") + name;
    }
    return text + "; do\n    [ -z \"${!name:-}\" ] || forward+=(-x \"$name\")\ndone\n";
}

/// One rank a node; it is left the whole node, as its engine places its threads itself.
std::string mpirun_line(const ScriptWish& wish, const std::string& more) {
    return "exec mpirun" + more + " -n " + std::to_string(wish.nodes) +
           " --map-by ppr:1:node --bind-to none \"${forward[@]}\" \\\n    " + quoted(wish.command) +
           "\n";
}

std::string clock_text(double seconds) {
    const auto minutes = static_cast<long>(std::ceil(seconds / 60.0));
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%02ld:%02ld:00", minutes / 60, minutes % 60);
    return text.data();
}

}  // namespace

double study_seconds(const spec::StudySpec& spec, const std::vector<int>& counts) {
    double seconds = 0.0;
    for (const spec::Settings& point : spec::expand(spec)) {
        const double duration = spec::real_of(point, "duration_seconds");
        seconds +=
            static_cast<double>(spec::integer_of(point, "repeats")) *
            (spec::real_of(point, "warmup_seconds") + (duration > 0.0 ? duration : kEpochSeconds));
    }
    return seconds * static_cast<double>(counts.size());
}

std::string slurm_script(const ScriptWish& wish) {
    return "#!/bin/bash\n"
           "#SBATCH --job-name=throughline\n"
           "#SBATCH --nodes=" +
           std::to_string(wish.nodes) +
           "\n"
           "#SBATCH --ntasks-per-node=1\n"
           "#SBATCH --exclusive\n"
           "#SBATCH --time=" +
           clock_text(2.0 * wish.seconds + 600.0) +
           "\n"
           "# Submit it with: sbatch FILE. The record lies in the folder that it is submitted "
           "from.\n"
           "set -euo pipefail\n" +
           forward_block() +
           "# Where Slurm and MPI have PMIx in common, 'srun --mpi=pmix' before the command does, "
           "too.\n" +
           mpirun_line(wish, "");
}

std::string mpirun_script(const ScriptWish& wish) {
    return "#!/bin/bash\n"
           "# Start it with the file that names the hosts, one a line: bash FILE HOSTS.\n"
           "set -euo pipefail\n"
           "hosts=\"${1:?name the file of hosts}\"\n" +
           forward_block() + mpirun_line(wish, " --hostfile \"$hosts\"");
}

}  // namespace throughline::hosts
