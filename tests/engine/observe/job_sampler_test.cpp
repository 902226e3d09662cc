// SPDX-License-Identifier: Apache-2.0
// A real job that has one processor for two workers.
#include "engine/observe/job_sampler.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "engine/observe/observed_figures.h"

namespace throughline::observe {
namespace {

void keep_to_one_processor() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    ::sched_getaffinity(0, sizeof(allowed), &allowed);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &allowed)) {
            CPU_ZERO(&allowed);
            CPU_SET(cpu, &allowed);
            break;
        }
    }
    ::sched_setaffinity(0, sizeof(allowed), &allowed);
}

/// A process that waits, with two children that compute on the same processor.
class CrowdedJob {
public:
    CrowdedJob() : pid_(::fork()) {
        if (pid_ != 0) {
            return;
        }
        keep_to_one_processor();
        for (int worker = 0; worker < 2; ++worker) {
            if (::fork() == 0) {
                ::prctl(PR_SET_PDEATHSIG, SIGKILL);
                for (;;) {
                    asm volatile("");
                }
            }
        }
        ::pause();
        ::_exit(0);
    }
    CrowdedJob(const CrowdedJob&) = delete;
    CrowdedJob& operator=(const CrowdedJob&) = delete;
    ~CrowdedJob() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    pid_t pid() const { return pid_; }

private:
    pid_t pid_;
};

double share_of(const record::Sample& sample, const char* doing) {
    const auto found = sample.metrics.find(std::string("observed_workers{doing=") + doing + "}");
    return found == sample.metrics.end() ? -1.0 : found->second;
}

// Goal: the second that is shown while a job is observed tells waiting for a processor apart from
// computing, as the result does.
TEST(JobSampler, ASecondTellsWaitingForAProcessor) {
    const CrowdedJob job;
    auto sampler = JobSampler::open(job.pid());
    ASSERT_TRUE(sampler) << sampler.error().what;
    std::vector<record::Sample> live;
    const auto until = steady_now() + std::chrono::milliseconds(3200);
    sampler->run(until, {}, [&](double) {
        const Observation last = sampler->last_moment();
        for (const record::Sample& sample : observed_samples(last, roles_of(last), {})) {
            live.push_back(sample);
        }
    });
    const Observation seen = sampler->finish();
    const Roles roles = roles_of(seen);
    const ObservedFigures figures = observed_figures(seen, roles, {});

    ASSERT_FALSE(live.empty());
    EXPECT_EQ(roles.loaders, Loaders::Processes);
    if (!seen.processes.back().threads.front().for_core_s) {
        GTEST_SKIP() << "this kernel has no account of waiting for a processor (schedstat)";
    }
    double core = 0.0;
    double seconds = 0.0;
    for (const record::Sample& sample : observed_samples(seen, roles, {})) {
        core += share_of(sample, "core") * sample.dt_s;
        seconds += sample.dt_s;
    }
    for (const record::Sample& sample : live) {
        EXPECT_GT(share_of(sample, "core"), 20.0) << "each has at most half of a processor";
        EXPECT_LT(share_of(sample, "running"), 80.0);
    }
    EXPECT_NEAR(core / seconds, figures.metrics.at("observed_workers{doing=core}").value, 10.0);
}

}  // namespace
}  // namespace throughline::observe
