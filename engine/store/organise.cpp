// SPDX-License-Identifier: Apache-2.0
#include "engine/store/organise.h"

#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/say.h"
#include "engine/store/study_reader.h"

namespace throughline::store {
namespace {

constexpr double kSecondsPerHour = 3600.0;
constexpr double kMillion = 1e6;

Error usage(std::string what) {
    return Error{.code = ErrorCode::Usage, .what = std::move(what)};
}

/// A tag without blanks around it; tags are compared as they are written.
std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, last - first + 1));
}

Result<void> set_tags(const Database& database,
                      std::int64_t study_id,
                      const std::vector<std::string>& tags) {
    auto cleared =
        database.prepare("DELETE FROM study_tag WHERE study_id = ?1").bind(study_id).run();
    if (!cleared) {
        return cleared;
    }
    std::set<std::string> kept;
    for (const std::string& tag : tags) {
        if (std::string plain = trimmed(tag); !plain.empty()) {
            kept.insert(std::move(plain));
        }
    }
    Statement add = database.prepare("INSERT INTO study_tag(study_id, tag) VALUES(?1, ?2)");
    for (const std::string& tag : kept) {
        if (auto added = add.bind(study_id, tag).run(); !added) {
            return added;
        }
    }
    return {};
}

/// There is one baseline: the study that others are compared with.
Result<void> set_baseline(const Database& database, std::int64_t study_id, bool baseline) {
    if (baseline) {
        if (auto cleared = database.execute("UPDATE study SET baseline = 0 WHERE baseline = 1");
            !cleared) {
            return cleared;
        }
    }
    return database.prepare("UPDATE study SET baseline = ?2 WHERE id = ?1")
        .bind(study_id, baseline)
        .run();
}

Result<void> set_column(const Database& database,
                        std::int64_t study_id,
                        const char* column,
                        std::string_view text) {
    return database.prepare(std::string("UPDATE study SET ") + column + " = ?2 WHERE id = ?1")
        .bind(study_id, text)
        .run();
}

Result<void> apply(const Database& database, std::int64_t study_id, const StudyChange& change) {
    for (const auto& [column, text] : {std::pair{"title", &change.title},
                                       std::pair{"note", &change.note},
                                       std::pair{"target", &change.target}}) {
        if (*text) {
            if (auto set = set_column(database, study_id, column, **text); !set) {
                return set;
            }
        }
    }
    if (change.tags) {
        if (auto set = set_tags(database, study_id, *change.tags); !set) {
            return set;
        }
    }
    if (change.baseline) {
        if (auto set = set_baseline(database, study_id, *change.baseline); !set) {
            return set;
        }
    }
    if (change.price_per_hour) {
        return database.prepare("UPDATE study SET price_per_hour = ?2 WHERE id = ?1")
            .bind(study_id, *change.price_per_hour)
            .run();
    }
    return {};
}

/// "fio rand-4k" as FTS5 understands it: each word quoted, as the beginning of one, all of them.
std::string match_of(std::string_view text) {
    std::string match;
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) {
            match += (match.empty() ? "\"" : " \"") + word + "\"*";
            word.clear();
        }
    };
    for (const char byte : text) {
        // FTS5 splits at punctuation anyway; only quotes and blanks matter here.
        const bool blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '"';
        if (blank) {
            finish();
        } else if (byte != '\0') {
            word += byte;
        }
    }
    finish();
    return match;
}

/// "storage"; nothing for the whole pipeline, which runs that do not say have measured.
std::optional<std::string> stage_alone(const RunRow& run) {
    const auto stages = run.settings.find("stages");
    if (stages == run.settings.end()) {
        return std::nullopt;
    }
    std::string text = spec::setting_text(stages->second);
    return text.empty() || text == "full" ? std::nullopt : std::optional(std::move(text));
}

}  // namespace

Result<void> change_study(const Database& database,
                          std::int64_t study_id,
                          const StudyChange& change) {
    if (auto study = read_study_row(database, study_id); !study) {
        return std::move(study).error();
    }
    if (change.title && trimmed(*change.title).empty()) {
        return usage(say("a study needs a title"));
    }
    const auto price = change.price_per_hour.value_or(std::nullopt);
    if (price && (!std::isfinite(*price) || *price < 0.0)) {
        return usage(say("a price per hour must be a number of 0 or more"));
    }
    if (auto applied = apply(database, study_id, change); !applied) {
        return applied;
    }
    return index_study(database, study_id);
}

Result<void> take_remarks(const Database& database,
                          std::int64_t study_id,
                          const record::Remarks& remarks) {
    if (remarks.empty()) {
        return {};
    }
    StudyChange change{.note = remarks.note, .tags = remarks.tags, .target = remarks.target};
    if (remarks.price_per_hour && std::isfinite(*remarks.price_per_hour) &&
        *remarks.price_per_hour >= 0.0) {
        change.price_per_hour = remarks.price_per_hour;
    }
    return apply(database, study_id, change);
}

record::Remarks remarks_of(const StudyRow& study) {
    return {.tags = study.tags,
            .note = study.note,
            .target = study.target,
            .price_per_hour = study.price_per_hour};
}

Result<void> index_study(const Database& database, std::int64_t study_id) {
    auto grouped = database
                       .prepare(
                           "UPDATE study SET (device, model) = "
                           "(SELECT device, model FROM study_facts WHERE id = ?1) WHERE id = ?1")
                       .bind(study_id)
                       .run();
    if (!grouped) {
        return grouped;
    }
    auto cleared = database.prepare("DELETE FROM study_text WHERE rowid = ?1").bind(study_id).run();
    if (!cleared) {
        return cleared;
    }
    return database
        .prepare(
            "INSERT INTO study_text(rowid, words) SELECT study.id, "
            "title || ' ' || note || ' ' || target || ' ' || host || ' ' || verdict || ' ' || "
            "source_path || ' ' || origin || ' ' || study.device || ' ' || "
            "coalesce((SELECT group_concat(tag, ' ') FROM study_tag WHERE study_id = ?1), '') "
            "|| ' ' || (SELECT words FROM study_facts WHERE id = ?1) FROM study WHERE id = ?1")
        .bind(study_id)
        .run();
}

Result<std::vector<std::int64_t>> search_studies(const Database& database, std::string_view text) {
    const std::string match = match_of(text);
    Statement rows =
        match.empty()
            ? database.prepare(
                  "SELECT id FROM study WHERE in_bin = 0 ORDER BY started_at DESC, id DESC")
            : database.prepare(
                  "SELECT study.id FROM study_text JOIN study ON study.id = study_text.rowid "
                  "WHERE study_text MATCH ?1 AND in_bin = 0 ORDER BY rank");
    if (!match.empty()) {
        rows.bind(match);
    }
    std::vector<std::int64_t> found;
    for (;;) {
        const auto row = rows.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return found;
        }
        found.push_back(rows.integer(0));
    }
}

Result<void> add_marks(const Database& database, std::int64_t study_id, std::vector<RunRow>& runs) {
    Statement marks = database.prepare(
        "SELECT price_per_hour, target, origin = 'published' FROM study WHERE id = ?1");
    const auto found = marks.bind(study_id).step();
    if (!found) {
        return found.error();
    }
    const bool priced = *found && !marks.is_null(0);
    const double price = priced ? marks.real(0) : 0.0;
    const std::string target = *found ? marks.text(1) : std::string();
    const bool published = *found && marks.integer(2) != 0;
    for (RunRow& run : runs) {
        // What somebody said of a study says more than a path that its file names; published runs
        // of several storages name their own.
        if (!target.empty() && !(published && run.settings.count("storage_target") > 0)) {
            run.settings.insert_or_assign("storage_target", target);
        }
        if (!priced) {
            continue;
        }
        run.metrics.insert_or_assign("price_per_hour", record::Summary{.value = price});
        if (const auto stages = stage_alone(run)) {
            run.absent.insert_or_assign("price_per_million_images",
                                        say_english("%1 was measured alone: the price is that of "
                                                    "the full pipeline, of which it is only a part",
                                                    *stages));
            continue;
        }
        const auto rate = run.metrics.find("images_per_second");
        if (rate != run.metrics.end() && rate->second.value > 0.0) {
            const double per_image = price / kSecondsPerHour / rate->second.value;
            run.metrics.insert_or_assign("price_per_million_images",
                                         record::Summary{.value = per_image * kMillion});
        }
    }
    return {};
}

}  // namespace throughline::store
