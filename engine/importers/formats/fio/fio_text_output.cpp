// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/fio/fio_text_output.h"

#include <algorithm>
#include <cmath>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers::fio_text {
namespace {

std::optional<double> requests_of(const Block& block, FioDirection direction) {
    if (!block.issued || block.issued->requests.size() < 2) {
        return std::nullopt;
    }
    const std::vector<double>& requests = block.issued->requests;
    if (direction != FioDirection::Mixed) {
        return requests[direction == FioDirection::Write ? 1 : 0];
    }
    // With unified_rw_reporting=both they stand apart as well.
    double sum = 0.0;
    for (const double count : requests) {
        sum += count;
    }
    return sum;
}

/// Requests over time, and requests of one size, are what fio rounded for the print: they are taken
/// where they agree with it.
FioFigures figures_of(Block& block, FioDirection which, const Options* options) {
    const Block::Direction& direction = block.directions.at(which);
    const DirectionLine& line = direction.line;
    FioFigures figures;
    figures.runtime_s = line.runtime_s;
    figures.bytes = line.bytes ? std::optional(line.bytes->value) : std::nullopt;
    figures.bytes_per_second =
        line.bytes_per_second ? std::optional(line.bytes_per_second->value) : std::nullopt;
    figures.iops = line.iops ? std::optional(line.iops->value) : std::nullopt;
    figures.requests = requests_of(block, which);
    const auto iops = ratio(figures.requests, line.runtime_s);
    const bool counted = iops && (!line.iops || line.iops->agrees_with(*iops));
    const auto size = options == nullptr ? std::nullopt : size_of(*options, which);
    bool sized = false;
    if (counted && size && size->first == size->second && block.issued->whole) {
        const double bytes = *figures.requests * size->first;
        // With kb_base=1000 fio 2.20 and before also wrote "KB" for 1,000.
        sized = !line.bytes || line.bytes->agrees_with(bytes) ||
                std::abs(bytes / line.bytes->value - 1.0) < 1e-3;
        if (sized) {
            figures.bytes = bytes;
            figures.bytes_per_second = bytes / *line.runtime_s;
        }
    }
    figures.iops = counted ? iops : figures.iops;
    if (!counted || !sized) {
        block.rounded.insert(which);
    }
    figures.percentiles_of_total = direction.of_completion.empty() && !direction.of_total.empty();
    set_fio_latencies(figures, direction.total, direction.completion, direction.submission);
    figures.percentiles =
        figures.percentiles_of_total ? direction.of_total : direction.of_completion;
    return figures;
}

}  // namespace

void Output::take(std::string_view line) {
    if (in_disks_) {
        if (auto disk = parse_disk(line)) {
            disks_.push_back(*std::move(disk));
        }
    } else if (group_) {
        if (const auto sum = parse_group_line(line); sum && sum->direction) {
            groups_[*group_].emplace(*sum->direction, *sum);
        }
    } else if (!blocks_.empty()) {
        take_job_line(blocks_.back(), line);
    }
}

void Output::take_job_line(Block& block, std::string_view line) {
    if (const auto direction = parse_direction(line)) {
        block.job.trims = block.job.trims || !direction->direction;
        direction_ = direction->direction;
        percentiles_ = nullptr;
        if (direction_) {
            block.directions[*direction_].line = *direction;
        }
    } else if (line.starts_with("fsync") || line.starts_with("cpu ")) {
        direction_ = std::nullopt;
        percentiles_ = nullptr;
    } else if (const auto latency = parse_latency(line); latency && direction_) {
        auto& open = block.directions[*direction_];
        (latency->name == "slat"   ? open.submission
         : latency->name == "clat" ? open.completion
                                   : open.total) = latency->latency;
    } else if (const auto head = parse_percentiles_head(line)) {
        begin_percentiles(block, *head);
    } else if (percentiles_ != nullptr) {
        for (const auto& [percent, value] : parse_percentiles(line)) {
            percentiles_->emplace(percent, value * percentile_unit_);
        }
    }
    take_end_line(block, line);
}

void Output::begin_percentiles(Block& block, const PercentilesHead& head) {
    percentiles_ = nullptr;
    percentile_unit_ = head.unit;
    if (direction_ && (head.name == "clat" || head.name == "lat")) {
        auto& direction = block.directions[*direction_];
        percentiles_ = head.name == "clat" ? &direction.of_completion : &direction.of_total;
    }
}

void Output::take_end_line(Block& block, std::string_view line) {
    if (line.starts_with("cpu ")) {
        const auto percent = [&](std::string_view name) {
            const std::string_view text = value_of(line, name);
            return parse_number(text.substr(0, text.find('%')));
        };
        block.job.cpu_user = percent("usr=");
        block.job.cpu_system = percent("sys=");
    } else if (auto issued = parse_issued(line)) {
        block.issued = std::move(issued);
        block.ended = true;
    }
}

/// The lines of options that a job may have: those of its name; of jobs that fio put into one row
/// those of the whole group.
std::vector<const Options*> Output::options_of(std::size_t index) const {
    const JobHead& head = blocks_[index].head;
    std::vector<const Options*> of_group;
    std::vector<const Options*> of_name;
    for (const Options& options : options_) {
        if (options.group == head.group) {
            of_group.push_back(&options);
            if (options.name == head.name) {
                of_name.push_back(&options);
            }
        }
    }
    std::size_t same = 0;
    std::size_t before = 0;
    std::size_t in_group = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        const bool group = blocks_[i].head.group == head.group;
        in_group += group ? 1 : 0;
        same += group && blocks_[i].head.name == head.name ? 1 : 0;
        before += i < index && group && blocks_[i].head.name == head.name ? 1 : 0;
    }
    if (in_group == 1 && head.jobs > 1.0) {
        return of_group;
    }
    if (of_name.size() == same && of_name.size() > 1) {
        return {of_name[before]};
    }
    return of_name;
}

FioJob Output::job_of(Block& block, const std::vector<const Options*>& options) const {
    FioJob job = std::move(block.job);
    job.name = block.head.name;
    job.group = block.head.group;
    job.error = block.head.error;
    job.error_text = block.head.error_text;
    if (!options.empty()) {
        job.options["numjobs"] = shortest_text(block.head.jobs);
        const auto agreed = [&](const char* option, const char* condition, const auto& text_of) {
            std::vector<std::string> texts;
            for (const Options* const each : options) {
                const std::string text = text_of(*each);
                if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) {
                    texts.push_back(text);
                }
            }
            if (texts.size() == 1) {
                job.options[option] = texts.front();
            } else if (texts.size() > 1) {
                job.without[condition] =
                    say_english("the jobs differ: %1",
                                texts[0] + ", " + texts[1] + (texts.size() > 2 ? ", ..." : ""));
            }
        };
        agreed("rw", "pattern", [](const Options& each) { return each.pattern; });
        agreed("ioengine", "io_engine", [](const Options& each) { return each.engine; });
        agreed("iodepth", "io_depth", [](const Options& each) { return each.depth; });
        agreed("bs", "block_size", &sizes_text);
        const auto size = job.options.find("bs");
        if (size != job.options.end() && contains(size->second, "-")) {
            job.options["bsrange"] = size->second;
            job.options.erase(size);
        }
    }
    if (block.head.jobs > 1.0) {
        job.options["group_reporting"] = "1";
    }
    const bool one = std::all_of(options.begin(), options.end(), [&](const Options* each) {
        return each->sizes == options.front()->sizes;
    });
    for (const auto& [direction, lines] : block.directions) {
        if (lines.line.bytes && lines.line.bytes->value <= 0.0) {
            continue;  // with unified_rw_reporting=both fio 3.33 prints a line of zeros
        }
        job.figures.emplace(
            direction,
            figures_of(block, direction, one && !options.empty() ? options.front() : nullptr));
    }
    return job;
}

/// fio prints nothing of a job that did no I/O, while it prints the heading of its group.
void Output::add_jobs_without_lines(FioOutput& output) const {
    for (const Options& options : options_) {
        const bool printed = std::any_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
            return block.head.group == options.group;
        });
        const bool known = std::any_of(output.jobs.begin(),
                                       output.jobs.end(),
                                       [&](const auto& job) { return job.group == options.group; });
        if (!printed && !known && groups_.contains(options.group) &&
            groups_.at(options.group).empty()) {
            FioJob job;
            job.name = options.name;
            job.group = options.group;
            job.options = {{"rw", options.pattern},
                           {"ioengine", options.engine},
                           {"iodepth", options.depth},
                           {"bs", sizes_text(options)}};
            const auto number = find(failure_, "err=%n");
            job.error = number ? number->number(0).value_or(0.0) : 0.0;
            job.error_text = failure_;
            output.jobs.push_back(std::move(job));
        }
    }
}

/// Of an excerpt that holds but the lines of the groups.
void Output::add_groups_without_jobs(FioOutput& output) const {
    for (const auto& [group, directions] : groups_) {
        const bool known = std::any_of(output.jobs.begin(),
                                       output.jobs.end(),
                                       [&](const auto& job) { return job.group == group; });
        if (known || directions.empty()) {
            continue;
        }
        FioJob job;
        job.group = group;
        for (const auto& [direction, line] : directions) {
            FioFigures figures;
            figures.bytes = line.bytes ? std::optional(line.bytes->value) : std::nullopt;
            figures.bytes_per_second = line.bytes_per_second->value;
            figures.runtime_s = line.runtime_s;
            job.figures.emplace(direction, std::move(figures));
        }
        output.jobs.push_back(std::move(job));
    }
}

void Output::set_end(FioOutput& output) const {
    double jobs = 0.0;
    for (const Block& block : blocks_) {
        jobs += block.head.jobs;
    }
    const bool ended = has_end();
    const bool excerpt = options_.empty() && !started_ && !blocks_.empty() && blocks_.back().ended;
    output.jobs_known = (started_ && jobs >= *started_) ||
                        (!started_ && options_.size() == 1 && blocks_.size() == 1);
    const bool whole = output.jobs_known && !blocks_.empty() && blocks_.back().ended;
    output.jobs_cut = !ended && !excerpt && !whole;
    if (output.jobs_cut && !output.jobs.empty() && !blocks_.empty() && !blocks_.back().ended) {
        FioJob& last = output.jobs.back();
        last.cut = true;
        for (auto& [direction, figures] : last.figures) {
            const bool open = std::next(blocks_.back().directions.find(direction)) ==
                              blocks_.back().directions.end();
            figures.cut = open;
        }
        for (const FioDirection direction : kFioDirections) {
            if (!last.figures.contains(direction)) {
                last.hidden.insert(direction);
            }
        }
    }
    output.disks_cut = output.jobs_cut;
}

FioOutput Output::finish(Draft& draft) {
    FioOutput output;
    output.version = version_;
    output.new_call = new_call_;
    bool rounded = false;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        const auto options = options_of(i);
        if (const auto local = blocks_[i].head.printed_at; local && !output.ended_at) {
            output.ended_at = draft.utc_of(*local);
        }
        FioJob job = job_of(blocks_[i], options);
        rounded = rounded || !blocks_[i].rounded.empty();
        (job.name == "All clients" ? output.all_clients : output.jobs).push_back(std::move(job));
    }
    set_end(output);
    add_jobs_without_lines(output);
    const std::size_t counted = output.jobs.size();
    add_groups_without_jobs(output);
    output.disks = std::move(disks_);
    if (rounded || output.jobs.size() > counted) {
        draft.info_once(
            "fio.rounded",
            say("some rates and bytes are as fio printed them, rounded to three or four "
                "digits: the text lacks the underlying counts"));
    }
    return output;
}

}  // namespace throughline::importers::fio_text
