// SPDX-License-Identifier: Apache-2.0
// diskspd -Rxml: the profile that was asked for, then a result for each of its timespans.
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/diskspd_result.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace diskspd_xml {
namespace {

int claim(const Head& head) {
    const bool results = head.any_line_has("<Results>") && head.any_line_has("<TimeSpan");
    return results && (head.any_line_has("<TestTimeSeconds>") || head.any_line_has("<Profile>"))
               ? kCertain
               : 0;
}

std::optional<double> number_in(const pugi::xml_node& node, const char* name) {
    return parse_number(node.child_value(name));
}

bool says_true(const pugi::xml_node& node, const char* name) {
    return std::string_view(node.child_value(name)) == "true";
}

void add(std::optional<double>& sum, std::optional<double> value) {
    if (value) {
        sum = sum.value_or(0.0) + *value;
    }
}

/// What the profile says of one timespan. Of several targets that differ a value is left out.
DiskspdSpan span_of_profile(const pugi::xml_node& profile) {
    DiskspdSpan span;
    bool first = true;
    for (const pugi::xml_node target : profile.child("Targets").children("Target")) {
        ++span.targets;
        span.target.append(span.target.empty() ? "" : " ").append(target.child_value("Path"));
        const auto agree = [&](std::optional<double>& into, std::optional<double> value) {
            into = first || into == value ? value : std::nullopt;
        };
        agree(span.block_bytes, number_in(target, "BlockSize"));
        agree(span.depth, number_in(target, "RequestCount"));
        agree(span.file_bytes, number_in(target, "FileSize"));
        const auto writes = number_in(target, "WriteRatio");
        agree(span.read_share, writes ? std::optional(100.0 - *writes) : std::nullopt);
        agree(span.direct, says_true(target, "DisableOSCache") ? 1.0 : 0.0);
        // <Random> is the alignment of random I/O; sequential I/O has <StrideSize>.
        const std::string_view pattern = target.child("Random")       ? "random"
                                         : target.child("StrideSize") ? "sequential"
                                                                      : "";
        span.pattern = first || span.pattern == pattern ? pattern : "";
        first = false;
    }
    return span;
}

void take_result(const pugi::xml_node& result, DiskspdSpan& span) {
    span.seconds = number_in(result, "TestTimeSeconds");
    span.threads = number_in(result, "ThreadCount");
    span.processors = number_in(result, "ProcCount");
    const pugi::xml_node cpu = result.child("CpuUtilization").child("Average");
    span.cpu = number_in(cpu, "UsagePercent");
    span.cpu_user = number_in(cpu, "UserPercent");
    span.cpu_system = number_in(cpu, "KernelPercent");
    for (const pugi::xml_node thread : result.children("Thread")) {
        for (const pugi::xml_node target : thread.children("Target")) {
            add(span.read.bytes, number_in(target, "ReadBytes"));
            add(span.read.requests, number_in(target, "ReadCount"));
            add(span.write.bytes, number_in(target, "WriteBytes"));
            add(span.write.requests, number_in(target, "WriteCount"));
        }
    }
    const pugi::xml_node latency = result.child("Latency");
    span.read.latency_mean_ms = number_in(latency, "AverageReadMilliseconds");
    span.write.latency_mean_ms = number_in(latency, "AverageWriteMilliseconds");
    for (const pugi::xml_node bucket : latency.children("Bucket")) {
        const auto percent = number_in(bucket, "Percentile");
        const auto read = number_in(bucket, "ReadMilliseconds");
        const auto write = number_in(bucket, "WriteMilliseconds");
        if (percent && read) {
            span.read.percentiles_ms.emplace(*percent, *read);
        }
        if (percent && write) {
            span.write.percentiles_ms.emplace(*percent, *write);
        }
    }
}

Result<void> read(Input& input, Draft& draft) {
    const auto text = input.text.rest();
    if (!text) {
        return text.error();
    }
    pugi::xml_document document;
    const std::size_t from = std::min(text->find('<'), text->size());
    const pugi::xml_parse_result parsed = document.load_buffer(
        text->data() + from, text->size() - from, pugi::parse_default, pugi::encoding_utf8);
    if (!parsed) {
        draft.warn("import.damaged",
                   say("the XML is not whole: %1 at byte %2",
                       parsed.description(),
                       std::to_string(from + static_cast<std::size_t>(parsed.offset))));
    }
    const pugi::xml_node results = document.child("Results");
    const pugi::xml_node system = results.child("System");
    draft.tool("diskspd", system.child("Tool").child_value("Version"));
    std::vector<DiskspdSpan> spans;
    for (const pugi::xml_node span :
         results.child("Profile").child("TimeSpans").children("TimeSpan")) {
        spans.push_back(span_of_profile(span));
    }
    std::size_t index = 0;
    for (const pugi::xml_node result : results.children("TimeSpan")) {
        if (!parsed && !result.next_sibling("TimeSpan")) {
            break;  // threads are added up: of a cut one some may be missing
        }
        DiskspdSpan span = index < spans.size() ? spans[index] : DiskspdSpan{};
        ++index;
        span.host = system.child_value("ComputerName");
        span.start = system.child_value("RunTime");
        take_result(result, span);
        if (put_diskspd(span, draft)) {
            draft.take_rows();
        }
    }
    return {};
}

}  // namespace
}  // namespace diskspd_xml

const Format kDiskspdXml{.id = "diskspd-xml",
                         .title = "diskspd XML",
                         .claim = &diskspd_xml::claim,
                         .read = &diskspd_xml::read};

}  // namespace throughline::importers
