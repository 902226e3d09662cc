// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/lonely_rank.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace throughline::hosts {
namespace {

/// 0: it is no number.
int number_in(const std::string& text) {
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end ? number : 0;
}

/// Of the step that srun has started, else of the job.
int tasks_of_slurm(const StartVariable& variable) {
    const int of_step = number_in(variable("SLURM_STEP_NUM_TASKS"));
    return of_step > 0 ? of_step : number_in(variable("SLURM_NTASKS"));
}

template <std::size_t Count>
bool has_any(const StartVariable& variable, const std::array<const char*, Count>& names) {
    return std::ranges::any_of(names, [&](const char* name) { return !variable(name).empty(); });
}

/// Whether a launcher of MPI has started it, which may mean one rank: `mpirun -n 1` in a job of
/// two.
bool is_launched(const StartVariable& variable) {
    constexpr std::array kOfLaunchers{"OMPI_COMM_WORLD_SIZE", "HYDI_CONTROL_FD", "MPI_LOCALNRANKS"};
    return has_any(variable, kOfLaunchers);
}

}  // namespace

std::string lonely_rank(const StartVariable& variable) {
    const int tasks = tasks_of_slurm(variable);
    if (tasks <= 1 || is_launched(variable)) {
        return {};
    }
    return "Slurm has " + std::to_string(tasks) +
           " tasks here, but MPI knows of one rank alone: each would measure by itself, as if it "
           "were the only node.\n"
           "  Start it by mpirun inside the job, as the script of --print-slurm does, or by 'srun "
           "--mpi=pmix' where Slurm and MPI have PMIx in common. 'mpirun -n 1' measures one node.";
}

bool can_be_joined(const StartVariable& variable) {
    constexpr std::array kOfLaunchers{
        "PMIX_NAMESPACE", "PMIX_RANK", "PMI_FD", "PMI_PORT", "PMI_RANK", "PMI_SIZE", "PALS_RANKID"};
    return has_any(variable, kOfLaunchers);
}

}  // namespace throughline::hosts
