// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/fio/fio_conditions.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <variant>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

using Condition = std::variant<std::string, double>;
using Conditions = std::map<std::string, Condition, std::less<>>;

std::optional<double> bool_option(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text == "0" ? 0.0 : 1.0);
}

std::string text_of(const Condition& condition) {
    const auto* const text = std::get_if<std::string>(&condition);
    return text != nullptr ? *text : shortest_text(std::get<double>(condition));
}

/// "4k,64k" for reads and writes, bsrange and bssplit: no one size.
std::string several_sizes(const FioJob& job) {
    for (const char* const option : {"bsrange", "blocksize_range", "bssplit"}) {
        if (const std::string text = job.option(option); !text.empty()) {
            return text;
        }
    }
    for (const char* const option : {"bs", "blocksize"}) {
        if (const std::string text = job.option(option); contains(text, ",")) {
            return text;
        }
    }
    return {};
}

class JobConditions {
public:
    explicit JobConditions(const FioJob& job) {
        set("job", job.name);
        set("host", job.host);
        if (job.options.empty()) {
            return;  // old files do not say; the defaults of that version are not known here
        }
        const auto either = [&](std::string_view name, std::string_view other) {
            return job.option(name).empty() ? job.option(other) : job.option(name);
        };
        const auto count = [&](std::string_view name) {
            return job.option(name).empty() ? std::string("1") : job.option(name);
        };
        const bool decimal_k = job.option("kb_base") == "1000";
        const std::string engine = job.option("ioengine");
        const auto workers = parse_number(count("numjobs"));
        const auto depth = fio_size(count("iodepth"), decimal_k);
        const auto block = fio_size(either("bs", "blocksize"), decimal_k);
        set("pattern", either("rw", "readwrite"));
        set("io_engine", engine);
        set("block_size", block);
        set("storage.block_bytes", block);
        set("direct_io", bool_option(job.option("direct")));
        set("workers", workers);
        set("storage.threads", workers);
        set("io_depth", depth);
        if (workers && depth) {
            const bool one_each = is_synchronous_fio(engine);
            set("io_outstanding", *workers * (one_each ? 1.0 : *depth));
            set("storage.queue_depth", one_each ? 1.0 : *depth);
        }
        set("read_share", parse_number(job.option("rwmixread")));
        set("file_size", fio_size(job.option("size"), decimal_k));
        set("storage_target", either("filename", "directory"));
    }

    const Conditions& all() const { return all_; }

private:
    void set(const char* key, const std::string& text) {
        if (!text.empty()) {
            all_.emplace(key, text);
        }
    }
    void set(const char* key, std::optional<double> number) {
        if (number) {
            all_.emplace(key, *number);
        }
    }

    Conditions all_{};
};

void put(RunDraft& run, const std::string& key, const std::string& text) {
    run.set(key, std::string_view(text));
}
void put(RunDraft& run, const std::string& key, double number) {
    run.set(key, std::optional(number));
}

/// "the jobs differ: 4096, 1048576": in the order of the jobs, each once, the first few.
std::string difference(std::string_view key, const std::vector<Conditions>& jobs) {
    constexpr std::size_t kNamedMax = 4;
    std::vector<std::string> texts;
    for (const Conditions& job : jobs) {
        const auto found = job.find(key);
        std::string text = found == job.end() ? "not given" : text_of(found->second);
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
            texts.push_back(std::move(text));
        }
    }
    std::string all;
    for (std::size_t i = 0; i < std::min(texts.size(), kNamedMax); ++i) {
        all += (i == 0 ? "" : ", ") + texts[i];
    }
    return say_english("the jobs differ: %1", texts.size() > kNamedMax ? all + ", ..." : all);
}

}  // namespace

bool is_synchronous_fio(std::string_view engine) {
    static const std::set<std::string, std::less<>> kSynchronous = {
        "sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "libcufile", "net", "null"};
    return kSynchronous.count(engine) > 0;
}

void put_fio_conditions(RunDraft& run, const std::vector<FioJob>& jobs) {
    static constexpr std::array<std::string_view, 4> kSummedUp = {
        "host", "workers", "storage.threads", "io_outstanding"};
    std::vector<Conditions> conditions;
    std::set<std::string, std::less<>> keys;
    std::string sizes;
    const bool any_says = std::any_of(
        jobs.begin(), jobs.end(), [](const FioJob& job) { return !job.options.empty(); });
    for (const FioJob& job : jobs) {
        if (any_says && job.options.empty()) {
            continue;  // the file ends before it says
        }
        conditions.push_back(JobConditions(job).all());
        for (const auto& [key, value] : conditions.back()) {
            keys.insert(key);
        }
        sizes = sizes.empty() ? several_sizes(job) : sizes;
    }
    for (const std::string& key : keys) {
        const auto& first = conditions.front();
        const bool agreed =
            std::all_of(conditions.begin(), conditions.end(), [&](const Conditions& job) {
                return job.contains(key) && first.contains(key) && job.at(key) == first.at(key);
            });
        const bool summed = std::find(kSummedUp.begin(), kSummedUp.end(), key) != kSummedUp.end();
        if (!agreed && !summed) {
            run.absent(key, difference(key, conditions));
        } else if (agreed) {
            std::visit([&](const auto& value) { put(run, key, value); }, first.at(key));
        }
    }
    for (const FioJob& job : jobs) {
        for (const auto& [key, why] : job.without) {
            run.absent(key, why);
        }
    }
    if (!sizes.empty()) {
        run.absent("block_size", say_english("several sizes: %1", sizes));
    }
}

}  // namespace throughline::importers
