// SPDX-License-Identifier: Apache-2.0
#include "engine/model/node_events.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

#include "engine/base/random.h"

namespace throughline::model {
namespace {

/// A gamma variate of mean 1 and squared coefficient of variation `c2`.
/// Source: Marsaglia and Tsang, "A simple method for generating gamma variables", ACM TOMS 26,
/// 2000.
double gamma_factor(Random& random, double c2) {
    if (c2 <= 0.0) {
        return 1.0;
    }
    const double shape = 1.0 / c2;
    const double d = (shape < 1.0 ? shape + 1.0 : shape) - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
        const double x = random.normal();
        const double cube = 1.0 + c * x;
        if (cube <= 0.0) {
            continue;
        }
        const double v = cube * cube * cube;
        const double u = 1.0 - random.uniform();
        if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) {
            const double boost = shape < 1.0 ? std::pow(1.0 - random.uniform(), 1.0 / shape) : 1.0;
            return d * v * boost * c2;
        }
    }
}

/// What the slowest of a step's reads adds: that of `expected` slow ones on average.
double slowest_excess(Random& random, const ReadTail& tail, double expected) {
    if (tail.excess_s.empty() || expected <= 0.0 || random.uniform() >= 1.0 - std::exp(-expected)) {
        return 0.0;
    }
    const double quantile = std::pow(random.uniform(), 1.0 / std::max(1.0, expected));
    const auto count = static_cast<double>(tail.excess_s.size());
    const auto place = static_cast<std::size_t>(quantile * count);
    return tail.excess_s[std::min(place, tail.excess_s.size() - 1)];
}

/// One play. Steps are counted from 0; each node's own times of the steps that are read or prepared
/// ahead stand in a ring.
class NodePlay {
public:
    NodePlay(const NodeStep& step, const NodeEventsQuestion& question)
        : step_(step),
          question_(question),
          random_(question.seed),
          filling_(question.steps / 4),
          places_(std::max<std::uint64_t>(step.places, 1)),
          ring_(2 * places_ + 2),
          nodes_(question.nodes),
          times_(question.nodes * ring_) {}

    NodeEvents play() {
        for (std::uint64_t node = 0; node < question_.nodes; ++node) {
            advance(node);
        }
        while (met_ < question_.steps) {
            if (all_ready()) {
                meet();
            } else {
                finish_next_read();
            }
        }
        return result();
    }

private:
    struct Node {
        std::uint64_t asked = 0;     ///< steps whose read has been begun
        std::uint64_t read = 0;      ///< steps whose read is done
        std::uint64_t prepared = 0;  ///< steps that are ready
        double read_end = 0.0;
        double ready = 0.0;
        std::uint64_t last = 0;  ///< steps in which it was the last
    };
    struct Times {
        double read_end = 0.0;
        double prepare_start = 0.0;
        double ready = 0.0;
    };
    using Read = std::pair<double, std::uint64_t>;  ///< when it is asked for, by which node

    Times& at(std::uint64_t node, std::uint64_t step) {
        return times_[node * ring_ + step % ring_];
    }
    double slowness(std::uint64_t node) const {
        return node + 1 == question_.nodes ? question_.slow_node : 1.0;
    }
    bool all_ready() const { return ready_nodes_ == question_.nodes; }

    /// Begins whatever a node can begin by what is known.
    void advance(std::uint64_t number) {
        Node& node = nodes_[number];
        for (bool more = true; more;) {
            more = prepare_next(number, node);
            more = ask_next(number, node) || more;
        }
    }

    bool prepare_next(std::uint64_t number, Node& node) {
        const std::uint64_t step = node.prepared;
        // A place is free once the step so many before has been taken, which is known when it
        // could.
        if (node.read <= step || (step >= places_ && met_ < step - places_)) {
            return false;
        }
        double start = std::max(at(number, step).read_end, node.ready);
        if (step >= places_) {
            start = std::max(start, taken(number, step - places_));
        }
        Times& times = at(number, step);
        times.prepare_start = start;
        times.ready = start + step_.prepare_s * slowness(number) *
                                  gamma_factor(random_, step_.variability_c2);
        node.ready = times.ready;
        ++node.prepared;
        if (step == met_) {
            ++ready_nodes_;
        }
        return true;
    }

    bool ask_next(std::uint64_t number, Node& node) {
        const std::uint64_t step = node.asked;
        if (step >= question_.steps || node.read < step ||
            (step >= places_ && node.prepared <= step - places_) ||
            (step_.places == 0 && met_ < step)) {
            return false;
        }
        double start = node.read_end;
        if (step >= places_) {
            start = std::max(start, at(number, step - places_).prepare_start);
        }
        if (step_.places == 0) {
            start = std::max(start, meeting_);
        }
        ++node.asked;
        reads_.emplace(start, number);
        return true;
    }

    void finish_next_read() {
        const auto [start, number] = reads_.top();
        reads_.pop();
        Node& node = nodes_[number];
        double end = start;
        if (step_.served_s > 0.0) {
            served_until_ = std::max(served_until_, start) + step_.served_s;
            served_s_ += met_ < filling_ ? 0.0 : step_.served_s;
            end = served_until_;
        }
        const double own =
            step_.read_s * slowness(number) * gamma_factor(random_, step_.variability_c2) +
            slowest_excess(random_, question_.tail, question_.tail.share * step_.images);
        node.read_end = std::max(end, start + own);
        at(number, node.read).read_end = node.read_end;
        ++node.read;
        advance(number);
    }

    /// When a step that has been met, or is the next to be, was taken.
    double taken(std::uint64_t number, std::uint64_t step) {
        return std::max(at(number, step).ready, meetings_of(step));
    }
    /// The meeting before a step.
    double meetings_of(std::uint64_t step) const {
        return step == 0 ? 0.0 : meetings_[(step - 1) % ring_];
    }

    void meet() {
        const double before = meeting_;
        double slowest = before;
        std::uint64_t last = 0;
        double data_s = 0.0;
        double done_s = 0.0;
        double last_data_s = 0.0;
        double device_s = 0.0;
        for (std::uint64_t number = 0; number < question_.nodes; ++number) {
            const double begin = std::max(at(number, met_).ready, before);
            const double computing = step_.device_s * slowness(number);
            data_s += begin - before;
            device_s += computing;
            done_s += begin + computing - before;
            if (begin + computing > slowest) {
                slowest = begin + computing;
                last = number;
                last_data_s = begin - before;
            }
        }
        meeting_ = slowest + step_.exchange_s;
        meetings_[met_ % ring_] = meeting_;
        if (met_ >= filling_) {
            const auto nodes = static_cast<double>(question_.nodes);
            sum_.data_share += data_s / nodes;
            sum_.device_share += device_s / nodes;
            sum_.peers_share += slowest - before - done_s / nodes;
            sum_.exchange_share += step_.exchange_s;
            sum_.last_data_share += last_data_s;
            ++nodes_[last].last;
        } else if (met_ + 1 == filling_) {
            counted_from_ = meeting_;
        }
        ++met_;
        ready_nodes_ = 0;
        for (std::uint64_t number = 0; number < question_.nodes; ++number) {
            ready_nodes_ += nodes_[number].prepared > met_ ? 1 : 0;
        }
        for (std::uint64_t number = 0; number < question_.nodes; ++number) {
            advance(number);
        }
    }

    NodeEvents result() {
        const double seconds = meeting_ - counted_from_;
        const auto steps = static_cast<double>(question_.steps - filling_);
        NodeEvents out;
        if (seconds <= 0.0) {
            out.images_per_s = kUnlimited;
            return out;
        }
        out.images_per_s = steps * step_.images * static_cast<double>(question_.nodes) / seconds;
        out.step_s = seconds / steps;
        out.data_share = sum_.data_share / seconds;
        out.device_share = sum_.device_share / seconds;
        out.peers_share = sum_.peers_share / seconds;
        out.exchange_share = sum_.exchange_share / seconds;
        out.last_data_share = sum_.last_data_share / seconds;
        out.served_share = std::min(1.0, served_s_ / seconds);
        const auto last =
            std::max_element(nodes_.begin(), nodes_.end(), [](const auto& a, const auto& b) {
                return a.last < b.last;
            });
        out.last_node = static_cast<std::uint64_t>(last - nodes_.begin());
        out.last_share = static_cast<double>(last->last) / steps;
        return out;
    }

    NodeStep step_;
    NodeEventsQuestion question_;
    Random random_;
    std::uint64_t filling_;  ///< steps in which buffers fill
    std::uint64_t places_;
    std::uint64_t ring_;
    std::vector<Node> nodes_;
    std::vector<Times> times_;
    std::vector<double> meetings_ = std::vector<double>(ring_);
    std::priority_queue<Read, std::vector<Read>, std::greater<>> reads_;
    std::uint64_t met_ = 0;          ///< steps that all have done
    std::uint64_t ready_nodes_ = 0;  ///< that have the data of the next
    double meeting_ = 0.0;           ///< the last one
    double served_until_ = 0.0;
    double served_s_ = 0.0;
    double counted_from_ = 0.0;
    NodeEvents sum_{};  ///< seconds instead of shares
};

}  // namespace

NodeEvents play_nodes(const NodeStep& step, const NodeEventsQuestion& question) {
    NodeEventsQuestion asked = question;
    asked.nodes = std::max<std::uint64_t>(asked.nodes, 1);
    asked.steps = std::max<std::uint64_t>(asked.steps, 20);
    return NodePlay(step, asked).play();
}

}  // namespace throughline::model
