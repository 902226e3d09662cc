// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/answer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/analysis/baseline.h"
#include "engine/analysis/disturbance.h"
#include "engine/analysis/emulation.h"
#include "engine/analysis/observed.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/record/touched.h"

namespace throughline::analysis {
namespace {

struct Alone {
    spec::Stages stage{};
    double rate = 0.0;  ///< images/s
};

/// The stages that were measured alone, the slowest first.
std::vector<Alone> measured_alone(const record::MetricValues& evidence) {
    std::vector<Alone> all;
    for (const spec::Stages stage : spec::kSingleStages) {
        const auto found = evidence.find(
            metrics::labelled("ceiling_images_per_second", "stage", spec::name_of(stage)));
        if (found != evidence.end()) {
            all.push_back({stage, found->second});
        }
    }
    std::ranges::stable_sort(all, {}, &Alone::rate);
    return all;
}

/// What the run fed, whether a GPU or emulated accelerators.
struct Accelerator {
    std::string chip{};  ///< "H100", "accelerator"; "": a GPU of this computer
    double count = 1.0;
    std::optional<double> used{};      ///< % of the time in which it computed
    std::optional<double> can_take{};  ///< images/s
};

std::optional<double> pace_of(const record::RunData& run) {
    const auto seconds = setting_number_of(run, "consumer.batch_seconds");
    const auto images = setting_number_of(run, "batch.images");
    const auto count = setting_number_of(run, "consumer.accelerators");
    return seconds && images && *seconds > 0.0
               ? std::optional(count.value_or(1.0) * *images / *seconds)
               : std::nullopt;
}

/// Of a preset, as the run's note names it. Notes of older records name the preset's id instead.
std::string emulated_chip(const record::RunData& run) {
    for (const record::Note& note : run.notes) {
        if (note.code == record::kPaceNote && !note.item.empty() &&
            note.item != setting_or_empty(run, "consumer.preset")) {
            return note.item;
        }
    }
    return say("accelerator");
}

/// What is said of an accelerator: of a GPU, several, an emulated one, or several. %1 is the chip,
/// %2 their count, %3 the rest.
struct AcceleratorWords {
    const char* gpu;
    const char* gpus;
    const char* one;
    const char* several;
};
std::string said_of(const Accelerator& accelerator,
                    const AcceleratorWords& words,
                    const std::string& rest = {}) {
    const bool several = accelerator.count > 1.0;
    return say(accelerator.chip.empty() ? (several ? words.gpus : words.gpu)
               : several                ? words.several
                                        : words.one,
               accelerator.chip,
               count_text(accelerator.count),
               rest);
}

std::optional<Accelerator> accelerator_of(const record::RunData& run) {
    const auto kind = spec::consumer_kind_of(run.started.settings);
    if (kind != spec::ConsumerKind::Paced && kind != spec::ConsumerKind::Gpu) {
        return std::nullopt;
    }
    const bool emulated = kind == spec::ConsumerKind::Paced;
    const double count = setting_number_of(run, "consumer.accelerators").value_or(1.0);
    Accelerator accelerator{
        .chip = emulated ? emulated_chip(run) : std::string(),
        .count = count,
        // Of several the mean: the busiest says nothing of the others.
        .used = emulated || count > 1.0 ? metric_of(run, "accelerator_utilisation")
                                        : metric_max(run, "gpu_busy"),
        .can_take = metric_of(
            run,
            metrics::labelled(
                "ceiling_images_per_second", "stage", spec::name_of(spec::Stages::Consumer)))};
    if (!accelerator.can_take && emulated) {
        accelerator.can_take = pace_of(run);
    }
    return accelerator;
}

std::string storage_limits(const EmulatedStorage& storage) {
    return storage.name.empty()
               ? say("Storage is the bottleneck.")
               : say(storage.is_store ? to_say("The emulated store %1 is the bottleneck.")
                                      : to_say("The emulated volume %1 is the bottleneck."),
                     storage.name);
}

std::string bottleneck_text(const Judgement& judgement,
                            const std::optional<Accelerator>& accelerator) {
    switch (judgement.limit) {
        case Limit::Storage:
            return storage_limits(emulated_storage_of(*judgement.run));
        case Limit::Decode:
            return say("Decoding is the bottleneck.");
        case Limit::Consumer: {
            constexpr AcceleratorWords kWords{
                to_say("The GPU is the bottleneck."),
                to_say("The %2 GPUs are the bottleneck."),
                to_say("The emulated %1 is the bottleneck."),
                to_say("The %2 emulated %1s are the bottleneck."),
            };
            return accelerator ? said_of(*accelerator, kWords)
                   : judgement.grade == record::Grade::Suggested
                       ? say(judgement.counter.empty()
                                 ? to_say("What takes the batches is the bottleneck.")
                                 : kWords.gpu)
                       : say("The accelerator is the bottleneck.");
        }
        case Limit::Copy:
            return say("The GPU copy is the bottleneck.");
        case Limit::GpuDecode:
            return say("Decoding on the GPU is the bottleneck.");
        case Limit::Exchange:
            return say("The exchange of gradients is the bottleneck.");
        case Limit::Cpu:
            return judgement.run != nullptr &&
                           metric_of(*judgement.run, "observed_main{doing=core}")
                       ? processors_headline(*judgement.run)
                       : say("The CPU is the bottleneck.");
        case Limit::Network:
            return say("The network is the bottleneck.");
        case Limit::Throttled:
            return say("A limit of the storage is the bottleneck.");
        case Limit::Workers:
            return say("Too few workers load the data.");
        case Limit::Queue:
            return say("Handing over the batches is the bottleneck.");
        case Limit::Loader:
            return say("The data loader is the bottleneck.");
        case Limit::Unsure:
        case Limit::None:
            break;
    }
    return say("No single bottleneck was found.");
}

/// What a stage alone says of the rate of the whole: "storage alone delivers 26,300".
std::string beside_text(const Alone& other) {
    const auto words = [](spec::Stages stage) {
        switch (stage) {
            case spec::Stages::Storage:
                return to_say("storage alone delivers %1");
            case spec::Stages::Decode:
                return to_say("decoding alone delivers %1");
            case spec::Stages::Consumer:
                return to_say("the accelerator alone takes %1");
            case spec::Stages::Full:
                break;
        }
        return to_say("the pipeline alone delivers %1");
    };
    return say(words(other.stage), count_text(other.rate));
}

/// Beside the rate, what a stage alone reaches: the next one where a stage limits, else the lowest.
std::string ceiling_text(const Judgement& judgement, const std::vector<Alone>& alone) {
    const bool stage_limits = judgement.limit == Limit::Storage ||
                              judgement.limit == Limit::Decode ||
                              judgement.limit == Limit::Consumer;
    return beside_text(alone[stage_limits && alone.size() > 1 ? 1 : 0]);
}

/// From the time accounts: what the workers of the stage that limits did, or the accelerator.
std::string account_text(const Judgement& judgement,
                         const std::optional<Accelerator>& accelerator) {
    const auto share = [&](const char* words, const char* key) -> std::string {
        const auto found = judgement.evidence.find(key);
        return found == judgement.evidence.end()
                   ? ""
                   : say(words, percent_text(std::min(100.0, found->second)));
    };
    constexpr AcceleratorWords kComputes{to_say("the GPU computes %3 of the time"),
                                         to_say("the %2 GPUs compute %3 of the time"),
                                         to_say("the emulated %1 computes %3 of the time"),
                                         to_say("the %2 emulated %1s compute %3 of the time")};
    switch (judgement.limit) {
        case Limit::Decode:
            return share(to_say("the decode threads are busy %1 of the time"),
                         "stage_busy{stage=decode}");
        case Limit::Storage:
            return share(to_say("decoding waits for storage %1 of the time"),
                         "stage_starved{stage=decode}");
        case Limit::Copy:
            return share(to_say("the copy takes %1 of the time"), "gpu_copying");
        case Limit::GpuDecode:
            return share(to_say("decoding takes %1 of the time"), "gpu_decoding");
        case Limit::Exchange:
            return share(
                to_say("the exchange takes %1 of the time"),
                judgement.evidence.contains("step_exchange") ? "step_exchange" : "gpu_all_reduce");
        case Limit::Loader:
            return share(to_say("the loader was waited for %1 of the time"),
                         "stage_busy{stage=loader}");
        case Limit::Consumer:
            return accelerator && accelerator->used
                       ? said_of(*accelerator,
                                 kComputes,
                                 percent_text(std::min(100.0, *accelerator->used)))
                       : "";
        case Limit::Cpu:
        case Limit::Network:
        case Limit::Throttled:
        case Limit::Workers:
        case Limit::Queue:
        case Limit::Unsure:
        case Limit::None:
            break;
    }
    return {};
}

/// The counter of the host that gave the limit away.
std::string counter_text(const Judgement& judgement) {
    const auto found = judgement.evidence.find(judgement.counter);
    const metrics::MetricInfo* info = metrics::find_metric(judgement.counter);
    return found == judgement.evidence.end() || info == nullptr
               ? std::string()
               : " " + say("%1 is %2.", say(info->title), percent_text(found->second));
}

std::string figures_of(const Judgement& judgement,
                       const std::vector<Alone>& alone,
                       const std::optional<Accelerator>& accelerator) {
    const auto found = judgement.evidence.find("images_per_second");
    if (found == judgement.evidence.end()) {
        return {};
    }
    const double rate = found->second;
    const bool waits = judgement.limit != Limit::Consumer && accelerator &&
                       accelerator->can_take.value_or(0.0) > rate;
    if (waits) {
        constexpr AcceleratorWords kTakes{to_say("of the %3 that the GPU can take."),
                                          to_say("of the %3 that the %2 GPUs can take."),
                                          to_say("of the %3 that the emulated %1 can take."),
                                          to_say("of the %3 that the %2 emulated %1s can take.")};
        return say("The pipeline delivers") + " " + count_text(rate) + " " +
               said_of(*accelerator, kTakes, rate_text(*accelerator->can_take));
    }
    if (judgement.grade == record::Grade::Suggested) {
        return rate_text(rate) + "." + counter_text(judgement);
    }
    const std::string beside =
        alone.empty() ? account_text(judgement, accelerator) : ceiling_text(judgement, alone);
    return say("The pipeline delivers") + " " + rate_text(rate) + (beside.empty() ? "" : "; ") +
           beside + ".";
}

/// Of a study in which the stages were measured one by one only.
Answer answer_of_stages(const std::vector<Alone>& alone) {
    if (alone.empty()) {
        return {.headline = say("No verdict.")};
    }
    Answer answer{.headline = say("Only single stages were measured.")};
    for (const Alone& one : alone) {
        answer.figures += (answer.figures.empty() ? "" : "; ") + beside_text(one);
    }
    answer.figures =
        capitalised(answer.figures) + number_marks().unit_space + say("images/s") + ".";
    return answer;
}

/// Of several nodes: what holds them back, where anything does, and how much they deliver together.
void tell_nodes(const Judgement& judgement, Answer& answer) {
    const NodeScaling& nodes = *judgement.scaling;
    const std::string count = count_text(nodes.nodes);
    if (judgement.clean) {
        switch (nodes.hold) {
            case NodeHold::Straggler:
                answer.headline = is_held_back(nodes)
                                      ? say("Node %1 holds the others back.", nodes.straggler)
                                      : say("The others wait for node %1.", nodes.straggler);
                break;
            case NodeHold::Storage:
            case NodeHold::Reads:
                answer.headline = say("Storage does not keep up with %1 nodes.", count);
                break;
            case NodeHold::Exchange:
                answer.headline = say("The exchange of gradients holds %1 nodes back.", count);
                break;
            case NodeHold::Waits:
                answer.headline =
                    say("%1 nodes wait for whichever of them is the slowest in a step.", count);
                break;
            case NodeHold::Processors:
                answer.headline = say("The processors of the %1 nodes are full.", count);
                break;
            case NodeHold::Unknown:
                answer.headline = say("%1 nodes hold each other back.", count);
                break;
            case NodeHold::Nothing:
                break;
        }
    }
    const auto rate = metric_of(*nodes.most, "images_per_second");
    if (rate && nodes.efficiency) {
        const std::string share = percent_text(*nodes.efficiency);
        const std::string times = count_text(nodes.nodes / nodes.fewest_nodes);
        answer.figures = nodes.fewest_nodes == 1.0
                             ? say("%1 nodes deliver %2: %3 of %4 times one node.",
                                   count,
                                   rate_text(*rate),
                                   share,
                                   times)
                             : say("%1 nodes deliver %2: %3 of %4 times %5 nodes.",
                                   count,
                                   rate_text(*rate),
                                   share,
                                   times,
                                   count_text(nodes.fewest_nodes));
    }
    const std::string waits = waits_text(nodes);
    answer.figures += (answer.figures.empty() || waits.empty() ? "" : " ") + waits;
}

Answer judged_answer(const Judgement& judgement) {
    const std::vector<Alone> alone = measured_alone(judgement.evidence);
    if (!judgement.objection.empty()) {
        return {.headline = say("No verdict."), .figures = capitalised(judgement.objection) + "."};
    }
    if (judgement.run == nullptr) {
        return answer_of_stages(alone);
    }
    const auto accelerator = accelerator_of(*judgement.run);
    Answer answer{.limit = judgement.limit,
                  .headline = bottleneck_text(judgement, accelerator),
                  .figures = figures_of(judgement, alone, accelerator)};
    if (!judgement.clean) {
        answer.limit = Limit::Unsure;
        answer.headline = say("Not a clean measurement.");
    } else if (judgement.limit == Limit::None) {
        answer.headline = say("No verdict.");
    } else if (judgement.limit != Limit::Consumer && judgement.limit != Limit::Exchange &&
               accelerator && accelerator->used) {
        constexpr AcceleratorWords kWaits{to_say("The GPU waits %3 of the time."),
                                          to_say("The %2 GPUs wait %3 of the time."),
                                          to_say("The emulated %1 waits %3 of the time."),
                                          to_say("The %2 emulated %1s wait %3 of the time.")};
        answer.headline =
            said_of(*accelerator, kWaits, percent_text(std::max(0.0, 100.0 - *accelerator->used)));
    }
    if (judgement.scaling) {
        tell_nodes(judgement, answer);
    }
    return answer;
}

/// What a storage delivers that was measured alone, request by request.
Answer baseline_answer(const record::Study& study, const Judgement& judgement) {
    if (!judgement.objection.empty()) {
        return {.headline = say("No verdict."), .figures = capitalised(judgement.objection) + "."};
    }
    const auto figure = [&](const char* key) {
        const auto found = judgement.evidence.find(key);
        return found == judgement.evidence.end() ? std::string()
                                                 : metrics::format_metric(key, found->second);
    };
    const bool reads = judgement.evidence.contains("read_requests_per_second");
    const bool emulated = !emulated_reads_text(study).empty();
    const char* const headline =
        emulated
            ? (reads ? to_say("The emulated volume delivers up to %1.")
                     : to_say("The emulated volume takes up to %1."))
            : (reads ? to_say("Storage delivers up to %1.") : to_say("Storage takes up to %1."));
    Answer answer{.headline = say(headline,
                                  figure(reads ? "requested_read_bytes_per_second"
                                               : "requested_write_bytes_per_second"))};
    const std::string most =
        figure(reads ? "read_requests_per_second" : "write_requests_per_second");
    const std::string median = figure("read_latency_p50");
    answer.figures = median.empty()
                         ? say("At most %1.", most)
                         : say("At most %1; a single small read takes %2.", most, median);
    return answer;
}

/// Why the record's own verdict is none, without the sentence's end; "": it is one, or there is
/// none.
std::string recorded_objection(const record::Study& study) {
    constexpr std::string_view kNone = "No verdict: ";
    const std::string_view sentence =
        study.verdict ? std::string_view(study.verdict->sentence) : std::string_view();
    const std::size_t begin = sentence.find(kNone);  // what disturbed it stands before it
    return begin != std::string_view::npos && sentence.ends_with('.')
               ? say_recorded(sentence.substr(begin + kNone.size(),
                                              sentence.size() - begin - kNone.size() - 1))
               : std::string();
}

/// Why a bar of the whole pipeline is longer than that of the stage that limits it; "": it is not.
std::string above_ceiling_text(const Judgement& judgement) {
    constexpr double kSame = 100.5;
    const auto fed = judgement.evidence.find("fed_share");
    return fed == judgement.evidence.end() || fed->second <= kSame
               ? std::string()
               : " " + say("The pipeline came out %1 above that stage alone, which it cannot be: "
                           "the two were measured one after the other, and count as equal within "
                           "that.",
                           percent_text(fed->second - 100.0));
}

std::string grounds_of(const record::Study& study,
                       const Answer& answer,
                       const Judgement& judgement) {
    switch (answer.grade) {
        case record::Grade::None:
            return {};
        case record::Grade::Measured:
            return is_observed(study)   ? say("Measured by slowing the job down for moments.")
                   : is_baseline(study) ? say("Measured: storage alone, request by request.")
                   : answer.limit == Limit::None
                       ? say("Measured: stages alone, without the full pipeline.")
                       : say("Measured: each stage was also measured alone.") +
                             above_ceiling_text(judgement);
        case record::Grade::Indicated:
            return is_disturbed(study) ? say("An indication only: the measurement was disturbed.")
                   : answer.limit == Limit::Copy
                       ? say("Indicated by the time accounts of the copy.")
                   : judgement.evidence.contains("step_exchange")
                       ? say("Indicated by the time accounts of the accelerators.")
                   : judgement.evidence.contains("fed_share")
                       ? say("Indicated by the time accounts of the GPU.")
                       : say("Indicated by the time accounts; the stages were not measured alone.");
        case record::Grade::Suggested:
            return say(is_observed(study) ? to_say("Suggested by watching the job from outside.")
                                          : to_say("Suggested by counters of another program."));
    }
    return {};
}

}  // namespace

Answer answer_of(const record::Study& study) {
    Judgement judgement = judgement_of(study);
    if (judgement.objection.empty()) {
        judgement.objection = recorded_objection(study);
    }
    Answer answer =
        is_baseline(study) ? baseline_answer(study, judgement) : judged_answer(judgement);
    answer.grade = judgement.objection.empty() ? judgement.grade : record::Grade::None;
    answer.grounds = grounds_of(study, answer, judgement);
    const std::string emulated = emulated_reads_text(study);
    const bool told = judgement.run != nullptr &&
                      answer.headline == storage_limits(emulated_storage_of(*judgement.run));
    if (!emulated.empty() && !told) {
        answer.grounds += (answer.grounds.empty() ? "" : " ") + emulated;
    }
    const std::string why = disturbance_text(study);
    answer.doubt = why.empty() ? "" : capitalised(why) + ".";
    return answer;
}

}  // namespace throughline::analysis
