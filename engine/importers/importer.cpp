// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/importer.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/say.h"
#include "engine/importers/candidates.h"
#include "engine/importers/draft/draft.h"
#include "engine/importers/draft/gaps.h"
#include "engine/importers/draft/requested.h"
#include "engine/importers/formats/format.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/csv_table.h"
#include "engine/importers/read/text_source.h"
#include "engine/importers/unknown.h"
#include "engine/metrics/registry.h"
#include "engine/record/sha256.h"

namespace throughline::importers {
namespace {

std::string name_in(const std::string& path) {
    return path.substr(path.find_last_of('/') + 1);
}

Error with_path(Error error, const std::string& path) {
    if (error.what.find(path) == std::string::npos) {
        error.what = say("import '%1': %2", path, error.what);
    }
    return error;
}

struct Recognised {
    const Format* format = nullptr;
    std::vector<std::string> also{};
    std::string lines{};  ///< how they are read, where that is worth a note
};

Recognised recognise(const Head& head) {
    Recognised found;
    int best = 0;
    std::vector<std::pair<int, const Format*>> claims;
    for (const Format& format : all_formats()) {
        const int claim = format.claim(head);
        if (claim > 0) {
            claims.emplace_back(claim, &format);
        }
        if (claim > best) {
            best = claim;
            found.format = &format;
        }
    }
    for (const auto& [claim, format] : claims) {
        // A weak claim beside a strong one is a misunderstanding, not a second content.
        if (format != found.format && claim >= kLikely) {
            found.also.emplace_back(format->id);
        }
    }
    return found;
}

Error unsupported(std::string what) {
    return Error{.code = ErrorCode::Unsupported, .what = std::move(what)};
}

/// The strongest claim on a head.
int best_claim(const Head& head) {
    int best = 0;
    for (const Format& format : all_formats()) {
        best = std::max(best, format.claim(head));
    }
    return best;
}

/// The head as a rule reads its lines.
std::string head_by(const PrefixRule& rule, const Head& head) {
    std::string text;
    for (const std::string_view line : head.lines) {
        if (const auto read = rule.read(line)) {
            text.append(*read).append("\n");
        }
    }
    return text;
}

/// How the lines behind prefixes are to be read, where that makes more of them: of the first rank
/// whose lines are recognised best, since several may print the same.
std::optional<PrefixRule> prefix_rule(const Head& head, int claim) {
    constexpr std::size_t kRanksMax = 16;
    const auto kind = usual_prefix(head.lines);
    if (!kind || head.is_json()) {
        return std::nullopt;
    }
    std::vector<std::string> ranks = ranks_of(head.lines, *kind);
    ranks.resize(std::min(ranks.size(), kRanksMax));
    if (ranks.empty()) {
        ranks.emplace_back();
    }
    std::optional<PrefixRule> best;
    // A rank that was told apart is taken off in any case: values at the line's beginning are
    // there.
    int most = *kind == PrefixKind::Mpi ? std::max(claim - 1, 0) : claim;
    for (const std::string& rank : ranks) {
        PrefixRule rule{.kind = *kind, .rank = rank};
        const std::string text = head_by(rule, head);
        if (const int here = best_claim(Head(text)); here > most && here >= kLikely) {
            most = here;
            best = std::move(rule);
        }
    }
    return best;
}

/// Recognises the file by its head, by its head without the lines' prefixes, or by its tail.
Recognised recognise(TextSource& text, const Head& head, std::string& lines) {
    Recognised found = recognise(head);
    const int claim = found.format == nullptr ? 0 : found.format->claim(head);
    if (auto rule = prefix_rule(head, claim)) {
        lines =
            rule->rank.empty()
                ? say("the times at the start of the lines were removed")
                : say("the lines begin with the rank of their process: lines of rank %1 were read, "
                      "out of %2 ranks",
                      rule->rank,
                      std::to_string(ranks_of(head.lines, rule->kind).size()));
        const std::string without = head_by(*rule, head);
        text.read_lines_by(*std::move(rule));
        return recognise(Head(without));
    }
    if (found.format != nullptr || head.text.size() < TextSource::kHeadBytes) {
        return found;
    }
    const std::string tail_text = text.tail();
    const Head tail(tail_text);
    Recognised behind = recognise(tail);
    // A table without its header would only be guessed.
    return behind.format != nullptr && behind.format->claim(tail) >= kLikely ? behind : found;
}

bool mapping_fits(const Head& head, const std::vector<CsvMapping>& mappings) {
    if (head.lines.empty() || mappings.empty()) {
        return false;
    }
    const auto header = table_header(head.lines.front(), separator_of(head.lines.front()));
    return std::any_of(mappings.begin(), mappings.end(), [&](const CsvMapping& mapping) {
        return mapping.fits(header);
    });
}

Result<const Format*> format_for(TextSource& text,
                                 std::string_view wanted,
                                 const std::vector<CsvMapping>& mappings,
                                 Recognised& found) {
    const std::string_view bytes = text.head();
    if (text.failure()) {
        return *text.failure();
    }
    if (!wanted.empty()) {
        for (const Format& format : all_formats()) {
            if (format.id == wanted) {
                return &format;
            }
        }
        return usage_error(say("no format is called '%1'", wanted));
    }
    if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return unsupported(text.damage() ? *text.damage() : say("the file is empty"));
    }
    if (bytes.starts_with(std::string_view("\x00\x05\x16\x07", 4))) {
        return unsupported(say("an AppleDouble file (macOS), which holds no results"));
    }
    if (const std::size_t zero = bytes.find('\0'); zero != std::string_view::npos) {
        return unsupported(why_binary(bytes, zero));
    }
    if (begins_as_record(bytes)) {
        return unsupported(
            say("a compressed Throughline record: unpack it first (gunzip, unzstd)"));
    }
    const Head head(bytes);
    if (mapping_fits(head, mappings)) {  // the user said what its columns are
        return &kPlainCsv;
    }
    std::string lines;
    found = recognise(text, head, lines);
    found.lines = std::move(lines);
    if (found.format == nullptr) {
        return unsupported(text.damage() ? *text.damage() : why_unknown(bytes));
    }
    return found.format;
}

std::string assumptions_text(const Assumptions& assumptions) {
    std::string text;
    for (const auto& [key, value] : assumptions) {
        text += '\n';
        text += key;
        text += '=';
        text += value;
    }
    return text;
}

void add_provenance(ImportedFile& file,
                    const TextSource& text,
                    const std::string& path,
                    const Options& options,
                    const std::string& content_sha256) {
    record::Header& header = file.study.header;
    auto& environment = header.environment;
    Assumptions assume = options.assume;
    assume.insert(file.mapped_columns.begin(), file.mapped_columns.end());
    header.study =
        record::uuid_from_hash(record::sha256_hex(content_sha256 + assumptions_text(assume)));
    environment["import.path"] = path;
    environment["import.sha256"] = file.sha256;
    environment["import.format"] = file.format;
    environment["import.at"] = utc_now_iso8601();
    if (!file.tool.empty()) {
        environment["tool"] = file.tool;
    }
    if (!file.tool_version.empty()) {
        environment["tool_version"] = file.tool_version;
    }
    for (const auto& [key, value] : assume) {
        environment["assumed." + key] = value;
    }
    if (!text.packing().empty()) {
        environment["import.packing"] = std::string(text.packing());
    }
    if (text.was_utf16()) {
        environment["import.encoding"] = std::string("UTF-16");
    }
}

/// The note that a file is cut or damaged, when what is whole in it holds no figure and no sample.
const record::Note* damage_without_result(const record::Study& study) {
    const bool empty = std::all_of(study.runs.begin(), study.runs.end(), [](const auto& run) {
        return run.metrics.empty() && run.samples.empty() && run.histograms.empty();
    });
    const auto damage = std::find_if(study.notes.begin(), study.notes.end(), [](const auto& note) {
        return note.code == "import.damaged" || note.code == "import.mended";
    });
    return empty && damage != study.notes.end() ? &*damage : nullptr;
}

/// Steps and epochs number the figures of a training; alone they are none.
template <typename Values>
bool only_numbers(const Values& values) {
    return std::all_of(values.begin(), values.end(), [](const auto& entry) {
        return entry.first == "epoch" || entry.first == "step";
    });
}

/// Whether no run says anything, not even that it failed.
bool says_nothing(const record::Study& study) {
    return std::all_of(study.runs.begin(), study.runs.end(), [](const record::RunData& run) {
        return only_numbers(run.metrics) && run.histograms.empty() &&
               run.status != record::RunStatus::Failed &&
               std::all_of(
                   run.samples.begin(), run.samples.end(), [](const record::Sample& sample) {
                       return only_numbers(sample.metrics);
                   });
    });
}

bool has_samples(const record::Study& study) {
    return std::any_of(study.runs.begin(), study.runs.end(), [](const record::RunData& run) {
        return !run.samples.empty();
    });
}

/// Leaves the runs out of a study; what was noted of them stays.
void drop_runs(record::Study& study) {
    for (record::RunData& run : study.runs) {
        for (record::Note& note : run.notes) {
            note.run.reset();
            study.notes.push_back(std::move(note));
        }
        for (const auto& [key, reason] : run.absent) {
            study.notes.push_back(
                {.run = {},
                 .code = "import.absent",
                 .level = record::Level::Info,
                 .text = say("There is no %1: %2", metrics::metric_title(key), reason)});
        }
    }
    study.runs.clear();
    study.header.plan.runs = 0;
    study.footer = record::Footer{.runs_done = 0};
}

/// Nearly all lines left out: the text only speaks of the format, or is of something else.
bool is_mistaken(const ImportedFile& file) {
    constexpr std::uint64_t kDroppedMin = 20;
    return file.rows_dropped >= kDroppedMin && file.rows_dropped >= kDroppedMin * file.rows_taken;
}

Result<ImportedFile> import_text(TextSource& text,
                                 std::string_view wanted,
                                 const std::string& path,
                                 const Options& options) {
    Recognised found;
    const auto format = format_for(text, wanted, options.mappings, found);
    if (!format) {
        return format.error();
    }
    Draft draft(options);
    if (!found.lines.empty()) {
        draft.info("import.prefix", found.lines);
    }
    Input input{.text = text, .path = path};
    if (auto done = (*format)->read(input, draft); !done) {
        return std::move(done).error();
    }
    // A failure or the damage may show only at the end.
    const auto content = text.finish_content_hash();
    const std::string hash = text.finish_hash();
    if (text.failure()) {
        return *text.failure();
    }
    if (text.damage()) {
        draft.warn("import.damaged", say("%1; what comes before it was imported", *text.damage()));
        draft.interrupt_last_run();
    }
    if (!draft.has_runs()) {
        draft.info("import.nothing", say("recognised, but it contains nothing to import"));
    }
    const bool had_rows = !draft.has_runs() && draft.has_rows();
    auto file = draft.finish(name_in(path));
    if (!file) {
        return file;
    }
    if (const record::Note* const damage =
            had_rows ? nullptr : damage_without_result(file->study)) {
        return format_error(say(
            "looks like %1, but nothing in it is complete; %2", (*format)->title, damage->text));
    }
    if (wanted.empty() && is_mistaken(*file)) {
        return Error{
            .code = ErrorCode::Unsupported,
            .what = say("no known format; it holds a trace of %1, but %2 of its lines do not fit",
                        (*format)->title,
                        std::to_string(file->rows_dropped))};
    }
    if (file->has_runs() && says_nothing(file->study)) {
        const bool counted = has_samples(file->study);
        drop_runs(file->study);
        file->study.notes.push_back({.run = {},
                                     .code = "import.nothing",
                                     .level = record::Level::Info,
                                     .text = counted ? say("recognised, but it holds no figure: "
                                                           "steps and epochs alone give no rate")
                                                     : say("recognised, but it holds no figure")});
    }
    file->format = (*format)->id;
    file->format_title = (*format)->title;
    file->also_holds = std::move(found.also);
    file->sha256 = hash;
    if (asks_storage_itself(file->format)) {
        name_as_requested(file->study);
    }
    name_gaps(*file);
    add_provenance(*file, text, path, options, content.value_or(hash));
    return file;
}

/// Last resort for exceptions of the standard library and of third parties (no memory).
Result<ImportedFile> import_guarded(TextSource& text,
                                    std::string_view wanted,
                                    const std::string& path,
                                    const Options& options) {
    const Speaking english(Language::English);  // what becomes a record is
    try {
        auto file = import_text(text, wanted, path, options);
        return file ? std::move(file) : Result<ImportedFile>(with_path(file.error(), path));
    } catch (const std::bad_alloc&) {
        return Error{.code = ErrorCode::Limit, .what = say("import '%1': out of memory", path)};
    } catch (const std::exception& exception) {
        return Error{.code = ErrorCode::Internal,
                     .what = say("import '%1': %2", path, exception.what())};
    }
}

}  // namespace

std::vector<FormatName> known_formats() {
    std::vector<FormatName> names;
    for (const Format& format : all_formats()) {
        names.push_back({format.id, format.title});
    }
    return names;
}

Result<ImportedFile> import_file(const std::string& path, const Options& options) {
    auto text = TextSource::open(path, options.progress);
    if (!text) {
        return with_path(text.error(), path);
    }
    auto imported = import_guarded(**text, {}, path, options);
    if (imported) {
        // A path as it was typed finds nothing from another folder.
        std::error_code no_folder;
        const auto whole = std::filesystem::absolute(path, no_folder).lexically_normal();
        if (!no_folder) {
            imported->study.header.environment["import.path"] = whole.string();
        }
    }
    return imported;
}

Result<ImportedFile> import_bytes(std::string bytes,
                                  const std::string& name,
                                  const Options& options) {
    const auto text = TextSource::of_bytes(std::move(bytes));
    return import_guarded(*text, {}, name, options);
}

Result<ImportedFile> import_bytes_as(std::string_view format,
                                     std::string bytes,
                                     const std::string& name,
                                     const Options& options) {
    const auto text = TextSource::of_bytes(std::move(bytes));
    return import_guarded(*text, format, name, options);
}

}  // namespace throughline::importers
