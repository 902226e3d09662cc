// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/job_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/base/say.h"

namespace throughline::observe {
namespace {

/// What tells the format and the job's batch stands at the beginning.
constexpr std::size_t kHeadMost = std::size_t{1} << 20U;
constexpr std::size_t kTailMost = std::size_t{8} << 20U;

struct Rows {
    std::vector<double> rates{};
    std::string format{};
    std::string question{};
    std::string error{};
};

Rows rows_of(const std::string& text,
             const std::string& name,
             const importers::Assumptions& assume) {
    constexpr std::array<const char*, 2> kRates{"images_per_second", "samples_per_second"};
    Rows rows;
    auto file = importers::import_bytes(text, name, {.assume = assume});
    if (!file) {
        rows.error = describe(file.error());
        return rows;
    }
    rows.format = file->format_title;
    if (!file->questions.empty()) {
        rows.question = file->questions.front().key;
    }
    for (const record::RunData& run : file->study.runs) {
        for (const record::Sample& sample : run.samples) {
            for (const char* const key : kRates) {
                const auto found = sample.metrics.find(key);
                if (found != sample.metrics.end() && found->second > 0.0) {
                    rows.rates.push_back(found->second);
                    break;
                }
            }
        }
    }
    return rows;
}

}  // namespace

void JobLog::take(std::string_view text) {
    std::string& into = begun_ ? tail_ : head_;
    const std::size_t most = begun_ ? kTailMost : kHeadMost;
    into += text.substr(0, most - std::min(most, into.size()));
}

void JobLog::begin() {
    begun_ = true;
}

LogRate JobLog::rate() const {
    LogRate rate;
    if (head_.empty() && tail_.empty()) {
        rate.missing = say_english("the job has written nothing into its log");
        return rate;
    }
    const std::size_t before = head_.empty() ? 0 : rows_of(head_, name_, assume_).rates.size();
    const Rows all = rows_of(head_ + tail_, name_, assume_);
    rate.format = all.format;
    if (!all.error.empty()) {
        rate.missing = say_english("nothing in the job's log is of a known format");
    } else if (all.rates.empty() && !all.question.empty()) {
        rate.missing =
            say_english("the job's log does not state %1; --assume %1=… does", all.question);
    } else if (all.rates.size() <= before) {
        rate.missing = say_english("no rate was printed while the job was observed");
    }
    if (!rate.missing.empty()) {
        return rate;
    }
    double inverse = 0.0;
    for (std::size_t i = before; i < all.rates.size(); ++i) {
        inverse += 1.0 / all.rates[i];
    }
    rate.rows = all.rates.size() - before;
    rate.images_per_second = static_cast<double>(rate.rows) / inverse;
    return rate;
}

Result<LogFile> LogFile::open(const std::string& path) {
    auto file = open_file(path, O_RDONLY | O_NONBLOCK);
    if (!file) {
        return std::move(file).error();
    }
    return LogFile(*std::move(file));
}

std::string LogFile::read_more() {
    std::string text(kHeadMost, '\0');
    const ssize_t got = ::read(file_.get(), text.data(), text.size());
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
}

}  // namespace throughline::observe
