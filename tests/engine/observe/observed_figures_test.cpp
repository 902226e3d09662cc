// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/observed_figures.h"

#include <gtest/gtest.h>

#include "engine/metrics/registry.h"

namespace throughline::observe {
namespace {

SeenProcess process(
    pid_t pid, pid_t parent, std::vector<std::string> command, Doing doing, double seconds = 10.0) {
    SeenProcess seen{
        .pid = pid, .parent = parent, .name = "python3", .command = std::move(command)};
    SeenThread thread{.key = {pid, pid}, .name = "python3", .watched_s = seconds};
    thread.seconds[static_cast<std::size_t>(doing)] = seconds;
    thread.for_core_s = 0.0;
    seen.threads.push_back(thread);
    return seen;
}

Observation job(std::vector<SeenProcess> processes) {
    Observation seen{.seconds = 10.0, .processes = std::move(processes)};
    Moment moment{.t_s = 10.0, .dt_s = 10.0};
    for (const SeenProcess& one : seen.processes) {
        for (const SeenThread& thread : one.threads) {
            moment.threads[thread.key] = {.seconds = thread.seconds,
                                          .for_core_s = thread.for_core_s};
        }
    }
    seen.moments.push_back(moment);
    return seen;
}

const std::vector<std::string> kTrain{"python3", "train.py"};

TEST(Roles, OfForkedWorkersFollowFromTheirCommand) {
    const Roles roles = roles_of(job({process(1, 0, {"bash"}, Doing::Other),
                                      process(2, 1, kTrain, Doing::NoWork),
                                      process(3, 2, kTrain, Doing::Storage),
                                      process(4, 2, kTrain, Doing::Storage)}));
    EXPECT_EQ(roles.loaders, Loaders::Processes);
    EXPECT_EQ(roles.of({2, 2}), Role::Main);
    EXPECT_EQ(roles.of({3, 3}), Role::Worker);
    EXPECT_EQ(roles.of({1, 1}), Role::Other);
    EXPECT_EQ(roles.workers, 2.0);
    EXPECT_EQ(roles.name, "train.py");
}

TEST(Roles, OfSpawnedRanksAndTheirWorkersAreToldApart) {
    const std::vector<std::string> spawned{
        "python3", "-c", "from multiprocessing.spawn import spawn_main; spawn_main()"};
    const Roles roles = roles_of(
        job({process(1, 0, kTrain, Doing::Other),
             process(2, 1, spawned, Doing::NoWork),
             process(3, 1, spawned, Doing::NoWork),
             process(4, 2, spawned, Doing::Running),
             process(5, 3, spawned, Doing::Running),
             process(6, 1, {"python3", "-c", "multiprocessing.resource_tracker"}, Doing::NoWork)}));
    EXPECT_EQ(roles.of({2, 2}), Role::Main);
    EXPECT_EQ(roles.of({3, 3}), Role::Main);
    EXPECT_EQ(roles.of({4, 4}), Role::Worker);
    EXPECT_EQ(roles.of({1, 1}), Role::Other);
    EXPECT_EQ(roles.of({6, 6}), Role::Other);
    EXPECT_EQ(roles.workers, 2.0);
}

TEST(Roles, OfAPoolAreThoseOfThreadsThatRead) {
    SeenProcess main = process(2, 1, kTrain, Doing::Lock);
    SeenThread reader{.key = {2, 7}, .name = "python3", .watched_s = 10.0};
    reader.seconds[static_cast<std::size_t>(Doing::Storage)] = 4.0;
    reader.seconds[static_cast<std::size_t>(Doing::Lock)] = 6.0;
    main.threads.push_back(reader);
    const Observation seen = job({main});
    const Roles roles = roles_of(seen);
    EXPECT_EQ(roles.loaders, Loaders::Threads);
    EXPECT_EQ(roles.of({2, 7}), Role::Worker);
    const ObservedFigures figures = observed_figures(seen, roles, {});
    EXPECT_DOUBLE_EQ(figures.metrics.at("observed_workers{doing=no_work}").value, 60.0);
    EXPECT_DOUBLE_EQ(figures.metrics.at("observed_workers{doing=lock}").value, 0.0);
}

SeenThread thread(pid_t tid, std::string name, Doing doing, double seconds) {
    SeenThread seen{.key = {2, tid}, .name = std::move(name), .watched_s = 10.0};
    seen.seconds[static_cast<std::size_t>(doing)] = seconds;
    seen.seconds[static_cast<std::size_t>(Doing::Lock)] += 10.0 - seconds;
    return seen;
}

// Goal: one thread that reads, beside eight that decode and have nothing to do, tells of reads.
TEST(Roles, OfAPoolAreThoseOfThreadsThatHoldTheOthersBack) {
    SeenProcess main = process(2, 1, kTrain, Doing::Lock);
    main.threads.push_back(thread(7, "PrefetchWorker", Doing::Storage, 9.5));
    for (pid_t tid = 8; tid < 16; ++tid) {
        main.threads.push_back(thread(tid, "[DALI][TP0]Exec", Doing::Running, 0.6));
    }
    const Observation seen = job({main});
    const Roles roles = roles_of(seen);
    EXPECT_EQ(roles.of({2, 7}), Role::Worker);
    EXPECT_EQ(roles.of({2, 8}), Role::Other);
    const ObservedFigures figures = observed_figures(seen, roles, {});
    EXPECT_DOUBLE_EQ(figures.metrics.at("observed_workers{doing=storage}").value, 95.0);

    main.threads[1] = thread(7, "PrefetchWorker", Doing::Storage, 1.0);
    const Roles idle = roles_of(job({main}));
    EXPECT_EQ(idle.of({2, 7}), Role::Worker);
    EXPECT_EQ(idle.of({2, 8}), Role::Worker) << "all wait: all tell of it";
}

TEST(Roles, OfTensorFlowAreThoseOfItsPoolWithoutAName) {
    SeenProcess main = process(2, 1, kTrain, Doing::Sleep);
    main.threads.push_back(thread(7, "python3", Doing::Running, 3.0));
    EXPECT_EQ(roles_of(job({main})).loaders, Loaders::None) << "any program has such threads";
    main.threads.push_back(thread(8, "tf_Compute", Doing::Running, 0.0));
    const Roles roles = roles_of(job({main}));
    EXPECT_EQ(roles.loaders, Loaders::Threads);
    EXPECT_EQ(roles.of({2, 7}), Role::Worker);
    EXPECT_EQ(roles.of({2, 8}), Role::Other);
}

TEST(ObservedFigures, WaitingForAProcessorIsTakenOffRunning) {
    Observation seen =
        job({process(2, 1, kTrain, Doing::NoWork), process(3, 2, kTrain, Doing::Running)});
    seen.processes[1].threads[0].for_core_s = 2.5;
    const ObservedFigures figures = observed_figures(seen, roles_of(seen), {});
    EXPECT_DOUBLE_EQ(figures.metrics.at("observed_workers{doing=running}").value, 75.0);
    EXPECT_DOUBLE_EQ(figures.metrics.at("observed_workers{doing=core}").value, 25.0);
    EXPECT_DOUBLE_EQ(figures.metrics.at("observed_main{doing=no_work}").value, 100.0);
}

// Goal: whoever looks while a job is observed is told what the result will tell.
TEST(ObservedFigures, ASampleTellsTheSharesOfTheResult) {
    SeenProcess worker = process(3, 2, kTrain, Doing::Running);
    worker.threads[0].for_core_s = 2.5;
    const Observation seen = job({process(2, 1, kTrain, Doing::NoWork), worker});
    const Roles roles = roles_of(seen);
    const ObservedFigures figures = observed_figures(seen, roles, {});
    const auto samples = observed_samples(seen, roles, {});
    ASSERT_EQ(samples.size(), 1U);
    EXPECT_DOUBLE_EQ(samples[0].metrics.at("observed_workers{doing=core}"), 25.0);
    std::size_t shares = 0;
    for (const auto& [key, value] : samples[0].metrics) {
        EXPECT_DOUBLE_EQ(figures.metrics.at(key).value, value) << key;
        ++shares;
    }
    EXPECT_EQ(shares, 2 * (kDoings + 1));
}

// Goal: one worker that ended before its account was read does not hide what all others tell; where
// hardly anyone tells, nothing is said of it.
TEST(ObservedFigures, WaitingForAProcessorIsToldWhereNearlyAllTellIt) {
    Observation seen = job({process(2, 1, kTrain, Doing::NoWork),
                            process(3, 2, kTrain, Doing::Running, 9.7),
                            process(4, 2, kTrain, Doing::Running, 0.3)});
    seen.processes[1].threads[0].for_core_s = 5.0;
    seen.processes[2].threads[0].for_core_s.reset();
    const auto core = [&] {
        const ObservedFigures figures = observed_figures(seen, roles_of(seen), {});
        const auto found = figures.metrics.find("observed_workers{doing=core}");
        return found == figures.metrics.end() ? -1.0 : found->second.value;
    };
    EXPECT_DOUBLE_EQ(core(), 50.0);
    seen.processes[1].threads[0].for_core_s.reset();
    EXPECT_EQ(core(), -1.0) << "absent, not 0";
}

TEST(ObservedFigures, WhatMayNotBeReadIsAbsentWithItsReason) {
    Observation seen = job({process(2, 1, kTrain, Doing::Running)});
    seen.sight.io = "it is a process of another user";
    const ObservedFigures figures =
        observed_figures(seen, roles_of(seen), {.log = {.missing = "no log was given"}});
    EXPECT_EQ(figures.metrics.count("job_read_bytes_per_second"), 0U);
    EXPECT_NE(figures.absent.at("job_read_bytes_per_second").find("another user"),
              std::string::npos);
    EXPECT_EQ(figures.absent.at("images_per_second"), "no log was given");
    EXPECT_EQ(figures.metrics.count("estimated_images_per_second"), 0U);
}

TEST(ObservedFigures, EveryFigureIsInTheRegistry) {
    const Observation seen =
        job({process(2, 1, kTrain, Doing::NoWork), process(3, 2, kTrain, Doing::Running)});
    const ObservedFigures figures =
        observed_figures(seen, roles_of(seen), {.limits = {.bytes = 1000}, .cores = 2.0});
    for (const auto& [key, summary] : figures.metrics) {
        EXPECT_NE(metrics::find_metric(key), nullptr) << key;
    }
    for (const auto& [key, value] : observed_conditions(seen, roles_of(seen), {})) {
        EXPECT_NE(metrics::find_metric(key), nullptr) << key;
    }
}

TEST(ObservedFigures, ARateIsEstimatedFromBytesOnlyWhereTheySuffice) {
    Observation seen =
        job({process(2, 1, kTrain, Doing::NoWork), process(3, 2, kTrain, Doing::Running)});
    for (SeenProcess& one : seen.processes) {
        one.requested_bytes = 5e6;
        one.fetched_bytes = 0.0;
    }
    const auto estimate = [&seen](const ImageSize& image) {
        return observed_figures(seen, roles_of(seen), {.image = image});
    };
    const ObservedFigures figures = estimate({.bytes = 50'000.0});
    EXPECT_NEAR(figures.metrics.at("estimated_images_per_second").value, 100.0 / seen.seconds, 1e-6)
        << "what the worker asked for";

    const ObservedFigures few = estimate({.bytes = 1e6});
    EXPECT_EQ(few.metrics.count("estimated_images_per_second"), 0U);
    EXPECT_NE(few.absent.at("estimated_images_per_second").find("fewer bytes than 8 images"),
              std::string::npos);
    EXPECT_EQ(estimate({.missing = "none seen"}).absent.at("estimated_images_per_second"),
              "none seen");
}

}  // namespace
}  // namespace throughline::observe
