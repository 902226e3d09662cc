// SPDX-License-Identifier: Apache-2.0
#include "engine/store/study_relation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/base/say.h"
#include "engine/record/touched.h"

namespace throughline::store {
namespace {

std::optional<double> number_of(const spec::SettingValue& value) {
    return std::visit(
        [](const auto& plain) -> std::optional<double> {
            if constexpr (std::is_same_v<std::decay_t<decltype(plain)>, std::string>) {
                return std::nullopt;
            } else {
                return static_cast<double>(plain);
            }
        },
        value);
}

/// Another JSON program may have written 4.0 as 4.
bool same(const spec::SettingValue& a, const spec::SettingValue& b) {
    const auto x = number_of(a);
    const auto y = number_of(b);
    return x && y ? *x == *y : a == b;
}

bool same(const spec::Settings& a, const spec::Settings& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.first == y.first && same(x.second, y.second);
    });
}

bool same(const record::Note& a, const record::Note& b) {
    return a.code == b.code && a.text == b.text && a.item == b.item && a.count == b.count;
}

bool same(const record::HistogramLine& a, const record::HistogramLine& b) {
    return a.metric == b.metric && a.scheme == b.scheme && a.counts == b.counts;
}

/// What is not a number is not kept.
bool same(const metrics::MetricValues& a, const metrics::MetricValues& b) {
    const auto in_other = [](const auto& own, const auto& other) {
        return std::all_of(own.begin(), own.end(), [&](const auto& entry) {
            const auto found = other.find(entry.first);
            return !std::isfinite(entry.second) ||
                   (found != other.end() && found->second == entry.second);
        });
    };
    return in_other(a, b) && in_other(b, a);
}

bool same(const record::Sample& a, const record::Sample& b) {
    return a.t_s == b.t_s && a.dt_s == b.dt_s && a.repeat == b.repeat && a.phase == b.phase &&
           same(a.metrics, b.metrics);
}

template <class Item>
bool begin_alike(const std::vector<Item>& a, const std::vector<Item>& b) {
    const auto count = static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
    return std::equal(a.begin(), a.begin() + count, b.begin(), [](const Item& x, const Item& y) {
        return same(x, y);
    });
}

/// The figures of two ends of a run; "" = the same.
std::string figures_differ(const record::RunData& there, const record::RunData& here) {
    const auto value_of = [](const record::RunData& run, const std::string& key) {
        const auto found = run.metrics.find(key);
        return found == run.metrics.end() || !std::isfinite(found->second.value)
                   ? std::optional<double>()
                   : std::optional(found->second.value);
    };
    std::set<std::string> keys;
    for (const record::RunData* const run : {&there, &here}) {
        for (const auto& [key, summary] : run->metrics) {
            keys.insert(key);
        }
    }
    const auto words = [](std::optional<double> value) {
        std::array<char, 32> digits{};
        const auto end =
            value ? std::to_chars(digits.begin(), digits.end(), *value).ptr : digits.begin();
        return value ? std::string(digits.begin(), end) : std::string("absent");
    };
    for (const std::string& key : keys) {
        const auto before = value_of(there, key);
        const auto now = value_of(here, key);
        if (before != now) {
            return key + " is " + words(before) + " there and " + words(now) + " here";
        }
    }
    if (there.status != here.status) {
        return std::string("it is '") + record::name_of(there.status) + "' there and '" +
               record::name_of(here.status) + "' here";
    }
    return "";
}

std::ptrdiff_t times_taken_up(const record::Study& study) {
    return std::count_if(study.notes.begin(), study.notes.end(), [](const record::Note& note) {
        return note.code == record::kTakenUpCode;
    });
}

constexpr const char* kStarted = to_say("it started at %1 there and at %2 here");

class Comparison {
public:
    Comparison(const record::Study& there, const record::Study& here)
        : there_(there), here_(here), taken_up_(times_taken_up(here) > times_taken_up(there)) {}

    StudyRelation relation() {
        if (there_.header.started_at != here_.header.started_at) {
            return other(say_english(kStarted, there_.header.started_at, here_.header.started_at));
        }
        for (const record::RunData& run : there_.runs) {
            const record::RunData* const twin = find(here_, run.started.run);
            // Of a study that was taken up, what was not finished before may be left out.
            lacks_ = lacks_ || (twin == nullptr && (!taken_up_ || record::is_result(run)));
            const std::string difference = twin == nullptr ? "" : difference_of(run, *twin);
            if (!difference.empty()) {
                return other(say_english(
                    "they differ in run %1: %2", std::to_string(run.started.run), difference));
            }
        }
        adds_ = adds_ || std::any_of(here_.runs.begin(), here_.runs.end(), [&](const auto& run) {
                    return find(there_, run.started.run) == nullptr;
                });
        if (!begin_alike(there_.notes, here_.notes)) {
            return other(to_say("a note differs"));
        }
        see_lengths(there_.notes.size(), here_.notes.size());
        if (adds_ && lacks_) {
            return other(to_say("each has what the other lacks"));
        }
        if (!adds_ && !lacks_) {
            // With the same runs, verdict and end tell which is longer.
            see_lengths((there_.verdict ? 1U : 0U) + (there_.footer ? 1U : 0U),
                        (here_.verdict ? 1U : 0U) + (here_.footer ? 1U : 0U));
            const bool differ = there_.verdict && here_.verdict &&
                                there_.verdict->sentence != here_.verdict->sentence;
            if (differ) {
                return other(to_say("the verdict differs"));
            }
        }
        relation_.kind = adds_ ? StudyRelation::Kind::Longer : StudyRelation::Kind::Same;
        return relation_;
    }

private:
    static const record::RunData* find(const record::Study& study, int number) {
        const auto found =
            std::find_if(study.runs.begin(), study.runs.end(), [&](const record::RunData& run) {
                return run.started.run == number;
            });
        return found == study.runs.end() ? nullptr : &*found;
    }

    static StudyRelation other(std::string difference) {
        return {
            .kind = StudyRelation::Kind::Other,
            .difference = std::move(difference),
        };
    }

    void see_lengths(std::size_t there, std::size_t here) {
        adds_ = adds_ || here > there;
        lacks_ = lacks_ || here < there;
    }

    /// "" where one goes on where the other ends.
    std::string difference_of(const record::RunData& there, const record::RunData& here) {
        if (!same(there.started.settings, here.started.settings)) {
            return to_say("its settings differ");
        }
        if (there.started.at != here.started.at) {
            if (record::is_result(there)) {
                return say_english(kStarted, there.started.at, here.started.at);
            }
            adds_ = true;  // measured again
            return "";
        }
        if (!begin_alike(there.samples, here.samples)) {
            return to_say("its samples differ");
        }
        if (!begin_alike(there.histograms, here.histograms)) {
            return to_say("its histograms differ");
        }
        if (!begin_alike(there.notes, here.notes)) {
            return to_say("one of its notes differs");
        }
        see_lengths(there.samples.size(), here.samples.size());
        see_lengths(there.histograms.size(), here.histograms.size());
        see_lengths(there.notes.size(), here.notes.size());
        const bool ended_there = there.status != record::RunStatus::Interrupted;
        const bool ended_here = here.status != record::RunStatus::Interrupted;
        see_lengths(ended_there ? 1 : 0, ended_here ? 1 : 0);
        return ended_there && ended_here ? figures_differ(there, here) : "";
    }

    const record::Study& there_;
    const record::Study& here_;
    const bool taken_up_;  ///< here, since
    StudyRelation relation_;
    bool adds_ = false;
    bool lacks_ = false;
};

}  // namespace

StudyRelation relation_of(const record::Study& there, const record::Study& here) {
    if (times_taken_up(here) < times_taken_up(there)) {
        StudyRelation relation = Comparison(here, there).relation();  // a copy of before
        if (relation.kind == StudyRelation::Kind::Other) {
            relation.difference =
                to_say("this is a different copy, from before that study was resumed");
        } else {
            relation.kind = StudyRelation::Kind::Same;
        }
        return relation;
    }
    return Comparison(there, here).relation();
}

}  // namespace throughline::store
