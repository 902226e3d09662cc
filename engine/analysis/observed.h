// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/analysis/judgement.h"

namespace throughline::analysis {

/// Version of the rules below; one that changes gets a new version, since the sentence stays in
/// records.
inline constexpr int kObservedRulesVersion = 5;

/// Shares in % of the time in which the threads were watched; none: not seen, or no such threads.
struct ObservedShares {
    double running = 0.0;
    double core = 0.0;  ///< waiting for a processor
    double storage = 0.0;
    double network = 0.0;
    double no_work = 0.0;
    double no_room = 0.0;
    double lock = 0.0;
    double sleep = 0.0;
    double gpu = 0.0;
    double other = 0.0;
};

/// What the rules go by.
struct ObservedJob {
    std::optional<ObservedShares> main{};
    std::optional<ObservedShares> workers{};
    bool worker_processes = false;  ///< else threads of the main process, or none
    double worker_count = 0.0;
    std::optional<double> cores{};             ///< that the job may run on
    std::optional<double> job_cores{};         ///< that it used
    std::optional<double> other_cores{};       ///< that other programs used
    std::optional<double> cpu_utilisation{};   ///< of the machine, %
    std::optional<double> disk_utilisation{};  ///< of the busiest of the job's disks, %
    std::optional<double> limit_share{};       ///< of the control group's limit, %
    std::optional<double> gpu_utilisation{};   ///< of the busiest GPU, %
    std::optional<double> copied_share{};      ///< of what the link to the GPU carries, %
};

/// A rule: the first that holds decides.
struct ObservedRule {
    const char* id;  ///< "storage.waits"
    Limit limit;
    const char* says;  ///< when it holds, for the table of the rules
    bool (*holds)(const ObservedJob& job);
};
std::span<const ObservedRule> observed_rules() noexcept;

/// Whether workers have no work now and then although the main thread waits for data all the time:
/// PyTorch's hand over their batches in order, so that those who are done wait for the one whose
/// turn it is. The rules then go by the time in which they have work. Of worker processes alone,
/// and not where the main thread waits for a lock, which others may hold; nor where they are
/// without work for longer than N workers can be of which one always has some.
bool workers_wait_for_each_other(const ObservedJob& job);
/// What the loaders do, as the rules take it: of the time in which workers have work, where they
/// wait for each other.
ObservedShares loader_shares(const ObservedJob& job);

/// The rule that decides for a job. None: nothing was seen of it.
const ObservedRule* rule_for(const ObservedJob& job);

/// What helps, as the user can paste it; each with what it is for.
struct Remedy {
    const char* what;
    const char* snippet;  ///< a line of Python or of a shell; "": none
};
std::span<const Remedy> remedies_for(Limit limit) noexcept;

/// The code of the note that the job ended while it was watched.
inline constexpr const char* kEndedCode = "observe.ended";
/// The code of the note that its affinity or a quota leaves the job fewer processors than there
/// are.
inline constexpr const char* kFewProcessorsCode = "observe.few_processors";

/// Whether threads of the job wait for a processor so long that it is told of.
bool lacks_processors(const ObservedJob& job) noexcept;
/// Whether other programs have the processors that the job waits for: then nothing helps as much as
/// to stop them, whatever the class. It decides no class.
bool others_have_processors(const record::RunData& run);
/// Whether its threads wait for each other on the few processors that its affinity or quota allows.
bool has_too_few_processors(const record::RunData& run);
/// The headline of a job that waits for processors: who has them, as far as that was seen.
std::string processors_headline(const record::RunData& run);
/// What helps there.
Remedy processors_remedy() noexcept;

/// Whether a study is of a job that is not ours and was watched.
bool is_observed(const record::Study& study);
ObservedJob observed_job_of(const record::RunData& run);
/// Whole sentences with the figures that decided, in the spoken language.
std::vector<std::string> observed_evidence(const record::RunData& run);
/// The class of the job with its evidence. Call it for an observed study.
Judgement observed_judgement(const record::Study& study);

}  // namespace throughline::analysis
