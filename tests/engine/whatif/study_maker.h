// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "engine/base/random.h"
#include "engine/model/predict.h"
#include "engine/record/study.h"

// Studies made up by the model itself, so that the truth is known.
namespace throughline::whatif {

/// A machine whose truth is known.
struct Machine {
    double sto_bw = 9e8;
    double sto_iops = 11000.0;
    double latency_s = 1.6e-4;
    double cpu_fixed_s = 2e-4;
    double cpu_per_byte_s = 1e-8;
    double sigma = 0.03;
    double noise = 0.01;
};

/// Builds a study run by run. Thread: one owner.
class StudyMaker {
public:
    explicit StudyMaker(const Machine& machine) : machine_(machine) {
        study_.header.title = "made up";
        study_.header.environment["cpu.cores"] = std::int64_t{16};
    }

    void add(const std::string& stages, double image_bytes, std::int64_t threads, double depth) {
        record::RunData run;
        run.started.run = static_cast<int>(study_.runs.size()) + 1;
        run.status = record::RunStatus::Done;
        auto& settings = run.started.settings;
        settings = spec::default_settings();
        settings["stages"] = stages;
        settings["dataset.path"] = "/data/" + std::to_string(static_cast<int>(image_bytes));
        settings["decode.threads"] = threads;
        settings["storage.queue_depth"] = static_cast<std::int64_t>(depth);
        const double rate = truth(stages, image_bytes, static_cast<double>(threads), depth) *
                            std::exp(machine_.noise * random_.normal());
        run.metrics["images_per_second"] = {.value = rate};
        run.metrics["requested_read_bytes_per_second"] = {.value = rate * image_bytes};
        study_.runs.push_back(run);
        const std::string entry = "dataset." + std::to_string(study_.runs.size());
        study_.header.environment[entry + ".path"] = settings["dataset.path"];
        study_.header.environment[entry + ".source"] = std::string("/dev/vda");
    }

    double truth(const std::string& stages, double bytes, double threads, double depth) const {
        model::Inputs in;
        in.image_bytes = bytes;
        in.format = model::Format::Raw;
        in.meta_ops = 0.0;
        in.request_bytes = 0x1p40;
        in.sto_max_io_bytes = 131072.0;
        in.cores = 16.0;
        in.threads = threads;
        in.queue_depth = depth;
        in.gpus_per_node = 0.0;
        in.prefetch_batches = 4.0;
        in.sto_latency_s = 0.0;
        if (stages != "decode") {
            in.sto_bw = machine_.sto_bw;
            in.sto_iops = machine_.sto_iops;
            in.sto_latency_s = machine_.latency_s;
        }
        if (stages != "storage") {
            in.cpu_s_per_image = machine_.cpu_fixed_s + machine_.cpu_per_byte_s * bytes;
            in.cpu_sigma = machine_.sigma;
        }
        return model::rates_of(in).images_per_s;
    }
    /// The GPUs alone, with data that are already there.
    void add_gpus(std::int64_t gpus, double images_per_s) {
        add("consumer", 110000.0, 1, 1.0);
        auto& run = study_.runs.back();
        run.started.settings["consumer.kind"] = std::string("paced");
        run.started.settings["consumer.accelerators"] = gpus;
        run.metrics["images_per_second"] = {.value = images_per_s};
    }
    record::RunData& last() { return study_.runs.back(); }
    const record::Study& study() const { return study_; }

private:
    Machine machine_;
    record::Study study_;
    Random random_{3};
};

inline record::Study full_study(const Machine& machine) {
    StudyMaker maker(machine);
    for (const double bytes : {30000.0, 110000.0}) {
        for (const double depth : {1.0, 4.0, 32.0}) {
            maker.add("storage", bytes, 1, depth);
        }
        for (const int threads : {1, 2, 4, 8, 16}) {
            maker.add("decode", bytes, threads, 32.0);
        }
    }
    for (const int threads : {2, 8, 16}) {
        maker.add("full", 110000.0, threads, 32.0);
        maker.add("full", 220000.0, threads, 8.0);
    }
    return maker.study();
}

}  // namespace throughline::whatif
