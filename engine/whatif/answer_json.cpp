// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/answer_json.h"

namespace throughline::whatif {
namespace {

using model::Limit;

void add_rates(Json& out, const model::Prediction& prediction) {
    const model::Rates& rates = prediction.rates;
    out["images_per_s"] = json_number(rates.images_per_s);
    out["bound_images_per_s"] = json_number(prediction.bound_images_per_s);
    out["bottleneck"] = prediction.bottleneck ? name_of(*prediction.bottleneck) : "none";
    out["headroom"] = json_number_or_null(prediction.headroom);
    out["ingest_images_per_s"] = json_number(rates.ingest);
    out["hit_ratio"] = json_number(rates.hit_ratio);
    out["requests_per_image"] = json_number(rates.requests_per_image);
    out["ios_per_image"] = json_number(rates.ios_per_image);
    out["limit_storage"] = json_number(rates.storage);
    out["limit_network"] = json_number(rates.network());
    out["limit_cpu"] = json_number(rates.cpu());
    out["limit_h2d"] = json_number(rates.h2d());
    out["limit_gpu"] = json_number(rates.gpu());
    out["read_mb_per_s"] = json_number(prediction.read_mb_per_s);
    out["read_iops"] = json_number(prediction.read_iops);
    out["request_time_s"] = json_number(rates.request_time_s);
}

void add_job(Json& out, const model::Job& job) {
    out["epoch_s"] = json_number(job.epoch_s);
    out["usd_per_hour"] = json_number(job.usd_per_hour);
    out["reading_usd_per_hour"] = json_number(job.reading_usd_per_hour);
    out["usd_per_epoch"] = json_number(job.usd_per_epoch);
    out["usd_per_million"] = json_number(job.usd_per_million);
    out["sync_s"] = json_number(job.sync_s);
    out["time_to_first_batch_s"] = json_number(job.time_to_first_batch_s);
    out["first_epoch_s"] = json_number(job.first_epoch_s);
    out["validation_s"] = json_number(job.validation_s);
    out["checkpoint_s"] = json_number(job.checkpoint_s);
    out["train_s"] = json_number(job.train_s);
    out["train_usd"] = json_number(job.train_usd);
    out["idle_gpu_usd_per_hour"] = json_number_or_null(job.idle_gpu_usd_per_hour);
}

}  // namespace

Json outputs_json(const model::Prediction& prediction,
                  const std::optional<model::Interval>& interval) {
    Json out = Json::object();
    add_rates(out, prediction);
    if (const auto& use = prediction.utilisation) {
        out["disk_pct"] = json_number(use->disk_pct);
        out["net_pct"] = json_number_or_null(use->net_pct);
        out["cores_busy_per_node"] = json_number(use->cores_busy_per_node);
        out["gpu_pct"] = json_number_or_null(use->gpu_pct);
    }
    if (prediction.job) {
        add_job(out, *prediction.job);
    }
    if (interval) {
        out["lo90"] = json_number(interval->low);
        out["hi90"] = json_number(interval->high);
        out["log_sd"] = json_number(interval->log_sd);
        out["most_uncertain"] =
            interval->most_uncertain ? model::key_of(*interval->most_uncertain) : "model";
    }
    return out;
}

Json answer_json(const Answer& answer) {
    Json limits = Json::object();
    for (std::size_t i = 0; i < model::kLimitCount; ++i) {
        limits[name_of(static_cast<Limit>(i))] = json_number(answer.prediction.rates.limits[i]);
    }
    Json json = {{"name", answer.name},
                 {"output", outputs_json(answer.prediction, answer.interval)},
                 {"limits", limits},
                 {"grade", name_of(answer.graded.grade)},
                 {"grade_reason", answer.grade_reason},
                 {"throttled", answer.throttled}};
    if (answer.feedable) {
        json["feedable"] = {{"accelerators", json_number(answer.feedable->accelerators)},
                            {"margin", json_number_or_null(answer.feedable->margin)},
                            {"utilisation_min", kFedUtilisation}};
    }
    if (const auto& after = answer.after_credits) {
        json["after_credits"] = {
            {"images_per_s", json_number(after->images_per_s)},
            {"bottleneck", after->bottleneck ? name_of(*after->bottleneck) : "none"},
            {"credits_last_s", json_number(after->credits_last_s)}};
    }
    if (const auto& with = answer.with_credits) {
        json["with_credits"] = {{"images_per_s", json_number(with->images_per_s)},
                                {"credits_last_s", json_number(with->credits_last_s)}};
    }
    json["gaps"] = answer.gaps;
    return json;
}

}  // namespace throughline::whatif
