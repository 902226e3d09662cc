// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/reach.h"

#include <algorithm>
#include <cmath>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/whatif/headline.h"

namespace throughline::whatif {
namespace {

using model::Input;
using model::Inputs;
using model::Limit;

constexpr double kCountMax = 1e6;
constexpr double kGpusOfNode = 8.0;  ///< more are other nodes
constexpr double kBeyond = 1.1;      ///< stages of one rate wait for each other: some room helps
constexpr int kRoundsMax = 40;       ///< each raises what limits then

/// What there has to be more of for a limit to rise, and up to how many of it.
struct Lever {
    std::vector<Input> inputs{};
    double most = kCountMax;
};
Lever lever_of(Limit limit, const Inputs& inputs) {
    switch (limit) {
        case Limit::StorageBandwidth:
        case Limit::StorageIops:
            return {.inputs = {Input::StoUnits}};
        case Limit::StorageLatency:
            return {.inputs = {Input::QueueDepth}};
        case Limit::Cpu:
            return {.inputs = {Input::Cores, Input::Threads}};
        case Limit::Gpu:
            if (inputs.gpus_per_node < kGpusOfNode) {
                return {.inputs = {Input::GpusPerNode}, .most = kGpusOfNode};
            }
            break;
        case Limit::StorageClient:
        case Limit::Network:
        case Limit::HostToDevice:
            break;
    }
    return {.inputs = {Input::Nodes}};
}

/// Threads without cores for them, and cores without threads, do nothing.
Inputs raised(const Inputs& inputs, const std::vector<Input>& what, double count) {
    Inputs more = inputs;
    for (const Input input : what) {
        model::number_of(more, input) = std::max(model::number_of(more, input), count);
    }
    return more;
}

double rate_of(const Inputs& inputs) {
    return model::first_invalid(inputs) ? 0.0 : model::rates_of(inputs).images_per_s;
}

/// The smallest whole count between `low`, which is not enough, and `high`, which is.
template <class IsEnough>
double smallest_between(double low, double high, IsEnough is_enough) {
    while (high - low > 1.0) {
        const double middle = std::floor((low + high) / 2.0);
        (is_enough(middle) ? high : low) = middle;
    }
    return high;
}

double present(const Inputs& inputs, const std::vector<Input>& what) {
    double least = kCountMax;
    for (const Input input : what) {
        least = std::min(least, model::number_of(inputs, input));
    }
    return std::floor(least);
}

/// As many as this limit alone needs for the target, else as many as raise it; the inputs as they
/// were where none does.
Inputs raise(const Inputs& inputs, Limit limit, double target) {
    const Lever lever = lever_of(limit, inputs);
    const auto limit_with = [&](double count) {
        const Inputs more = raised(inputs, lever.inputs, count);
        return model::first_invalid(more) ? 0.0 : limit_of(model::rates_of(more).limits, limit);
    };
    const double now = present(inputs, lever.inputs);
    const double limit_now = limit_of(model::rates_of(inputs).limits, limit);
    const double wanted = std::max(target, limit_now * kBeyond);
    double best = limit_now;
    double count = now;
    for (double high = now + 1.0; high <= lever.most; high = std::floor(high * 1.5) + 1.0) {
        const double reached = limit_with(high);
        if (reached <= best) {
            break;  // contention has the better of it
        }
        best = reached;
        count = high;
        if (reached >= wanted) {
            break;
        }
    }
    if (lever.most < kCountMax && best < wanted && limit_with(lever.most) > best) {
        count = lever.most;
        best = limit_with(count);
    }
    if (count <= now) {
        return inputs;
    }
    const double enough = std::min(wanted, best);
    return raised(inputs, lever.inputs, smallest_between(now, count, [&](double middle) {
                      return limit_with(middle) >= enough;
                  }));
}

/// Takes back of each count what the target does not need.
void take_back(Inputs& more, const Inputs& inputs, const std::vector<Input>& order, double target) {
    for (const Input input : order) {
        double& count = model::number_of(more, input);
        const double now = model::number_of(inputs, input);
        if (count <= now) {
            continue;
        }
        const auto is_enough = [&](double fewer) {
            Inputs with = more;
            model::number_of(with, input) = fewer;
            return rate_of(with) >= target;
        };
        count = is_enough(now) ? now : smallest_between(std::floor(now), count, is_enough);
    }
}

std::string number_text(double count) {
    return count == std::round(count) && count >= 0.0 && count < 1e15
               ? format_count(static_cast<std::uint64_t>(count))
               : format_significant(count, 3);
}

/// "6 cores", "1 GPU", "a queue depth of 64".
std::string counted(Input input, double count) {
    const std::string number = number_text(count);
    const auto several = [&](const char* one, const char* many) {
        return say(count == 1.0 ? one : many, number);
    };
    switch (input) {
        case Input::Threads:
            return several(to_say("%1 decode thread"), to_say("%1 decode threads"));
        case Input::Cores:
            return several(to_say("%1 core"), to_say("%1 cores"));
        case Input::GpusPerNode:
            return several(to_say("%1 GPU"), to_say("%1 GPUs"));
        case Input::Nodes:
            return several(to_say("%1 node"), to_say("%1 nodes"));
        case Input::StoUnits:
            return several(to_say("%1 storage unit"), to_say("%1 storage units"));
        case Input::QueueDepth:
            return say("a queue depth of %1", number);
        default:
            return say("%1 of %2", number, model::key_of(input));
    }
}

std::string kind_of(Input input) {
    switch (input) {
        case Input::Threads:
            return say("decode threads");
        case Input::Cores:
            return say("cores");
        case Input::GpusPerNode:
            return say("GPUs");
        case Input::Nodes:
            return say("nodes");
        case Input::StoUnits:
            return say("storage units");
        case Input::QueueDepth:
            return say("queue depth");
        default:
            return model::key_of(input);
    }
}

/// "2 cores end at", "the storage bandwidth ends at".
std::string end_of(const std::optional<Limit>& limit, const Inputs& inputs) {
    const auto counts = [](Input input, double count) {
        return say(count == 1.0 ? to_say("%1 ends at") : to_say("%1 end at"),
                   counted(input, count));
    };
    if (!limit) {
        return say("it ends at");
    }
    if (*limit == Limit::Cpu) {
        return inputs.threads != 0.0 && inputs.threads < inputs.cores
                   ? counts(Input::Threads, inputs.threads)
                   : counts(Input::Cores, inputs.cores);
    }
    if (*limit == Limit::Gpu) {
        return counts(Input::GpusPerNode, inputs.gpus_per_node);
    }
    return say(*limit == Limit::StorageIops ? to_say("%1 end at") : to_say("%1 ends at"),
               limit_words(*limit));
}

std::string rate_text(double rate, int digits) {
    return rate_words(rate, digits) + number_marks().unit_space + say("images/s");
}

using Counts = std::vector<std::pair<Input, double>>;

/// "6 cores with 6 decode threads and 3 storage units".
std::string joined(const Counts& counts) {
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const bool goes_with =
            i > 0 && counts[i].first == Input::Threads && counts[i - 1].first == Input::Cores;
        const std::string one = counted(counts[i].first, counts[i].second);
        text = i == 0                   ? one
               : goes_with              ? say("%1 with %2", text, one)
               : i + 1 == counts.size() ? say("%1 and %2", text, one)
                                        : text + ", " + one;
    }
    return text;
}

/// "3 nodes with 8 GPUs each": what a node has is told from what all of them share.
std::string together(const Reach& reach) {
    Counts of_node;
    Counts of_all;
    std::optional<double> nodes;
    for (const auto& [input, count] : reach.counts) {
        if (input == Input::Nodes) {
            nodes = count;
        } else {
            const bool shared = input == Input::StoUnits && reach.inputs.sto_shared;
            (shared ? of_all : of_node).emplace_back(input, count);
        }
    }
    std::string text = joined(of_node);
    if (nodes) {
        const std::string count = counted(Input::Nodes, *nodes);
        text = text.empty() ? count : say("%1 with %2 each", count, text);
    } else if (!text.empty() && reach.inputs.nodes > 1.0) {
        text = say("%1 in each node", text);
    }
    const std::string shared = joined(of_all);
    return text.empty() || shared.empty() ? text + shared : say("%1 and %2", text, shared);
}

/// A rate that somebody asked for has the digits that they gave it.
std::string asked_text(double rate) {
    constexpr double kLarge = 1000.0;
    constexpr int kDigits = 6;
    return rate < kLarge ? rate_text(rate, 4) : rate_text(rate, kDigits);
}

/// "6 cores reach 3 000 images/s".
std::string reaches_text(std::string counts, bool one, double target) {
    counts.front() = counts.front() == 'a' || counts.front() == 'e'
                         ? static_cast<char>(counts.front() - 'a' + 'A')
                         : counts.front();
    return say(one ? to_say("%1 reaches %2") : to_say("%1 reach %2"), counts, asked_text(target));
}

std::string alone_text(const Reach& reach, int digits) {
    const auto& alone = *reach.alone;
    const double now = model::number_of(reach.inputs, *reach.asked);
    if (!alone.reaches_target) {
        Inputs with = reach.inputs;
        model::number_of(with, *reach.asked) = alone.count;
        return say("Not by %1: %2 ≈ %3.",
                   kind_of(*reach.asked),
                   end_of(alone.bottleneck, with),
                   rate_text(alone.images_per_s, digits));
    }
    const bool one = alone.count == 1.0 || *reach.asked == Input::QueueDepth;
    return reaches_text(counted(*reach.asked, alone.count), one, reach.target) +
           (alone.count <= now ? "; " + say("there are enough now") : "") + ".";
}

/// Whether the search went on to counts that nobody has: they say no more than that it ends.
bool is_absurd(const Reach& reach) {
    constexpr double kTimesMax = 1000.0;
    return std::ranges::any_of(reach.counts, [&](const auto& one) {
        const double now = model::number_of(reach.inputs, one.first);
        return one.second > kTimesMax * std::max(now, 1.0);
    });
}

}  // namespace

Reach reach(const Resolved& scenario, double target, std::optional<Input> asked) {
    const Inputs& inputs = scenario.inputs;
    Reach out{
        .target = target, .now_images_per_s = rate_of(inputs), .asked = asked, .inputs = inputs};
    if (asked) {
        out.alone = model::enough_for(inputs, *asked, target);
    }
    Inputs more = inputs;
    std::vector<Input> order;
    for (int round = 0; round < kRoundsMax && rate_of(more) < target; ++round) {
        const auto limit = model::predict(more).bottleneck;
        if (!limit) {
            break;
        }
        const auto what = lever_of(*limit, more).inputs;
        const Inputs next = raise(more, *limit, target);
        if (next == more) {
            break;
        }
        more = next;
        for (const Input input : what) {
            if (std::find(order.begin(), order.end(), input) == order.end()) {
                order.push_back(input);
            }
        }
    }
    out.reaches_target = rate_of(more) >= target;
    if (out.reaches_target) {
        take_back(more, inputs, order, target);
    }
    for (const Input input : order) {
        if (model::number_of(more, input) > model::number_of(inputs, input)) {
            out.counts.emplace_back(input, model::number_of(more, input));
        }
    }
    out.images_per_s = rate_of(more);
    out.bottleneck = model::predict(more).bottleneck;
    return out;
}

std::vector<std::pair<Input, double>> counts_to_set(const Reach& reach) {
    if (reach.alone && reach.alone->reaches_target) {
        return {{*reach.asked, reach.alone->count}};
    }
    return reach.reaches_target ? reach.counts : std::vector<std::pair<Input, double>>();
}

std::string reach_text(const Reach& reach) {
    return reach_text(reach, digits_of(model::Grade::A));
}

std::string reach_text(const Reach& reach, int digits) {
    const bool already = reach.now_images_per_s >= reach.target;
    if (reach.alone && reach.alone->reaches_target) {
        return alone_text(reach, digits);
    }
    if (already) {
        return say("Reached already: ≈ %1.", rate_text(reach.now_images_per_s, digits));
    }
    const std::string before = reach.alone ? alone_text(reach, digits) + " " : "";
    if (reach.reaches_target) {
        const bool one =
            reach.counts.size() == 1 &&
            (reach.counts.front().second == 1.0 || reach.counts.front().first == Input::QueueDepth);
        return before + reaches_text(together(reach), one, reach.target) + ".";
    }
    Inputs with = reach.inputs;
    for (const auto& [input, count] : reach.counts) {
        model::number_of(with, input) = count;
    }
    return before + say("No number of disks, cores, GPUs or nodes is enough: %1 ≈ %2.",
                        is_absurd(reach) ? say("they end at") : end_of(reach.bottleneck, with),
                        rate_text(reach.images_per_s, digits));
}

}  // namespace throughline::whatif
