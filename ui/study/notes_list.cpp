// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/notes_list.h"

#include <algorithm>
#include <vector>

#include "engine/analysis/note_kinds.h"
#include "engine/base/say.h"
#include "engine/record/straggler_note.h"
#include "engine/spec/setting_titles.h"
#include "engine/spec/settings.h"

namespace throughline::ui {

namespace {

/// In the window's language, settings under their titles.
QString noteWords(const record::Note& note) {
    return QString::fromStdString(spec::with_setting_titles(say_recorded(note.text)));
}

}  // namespace

QString sentenceOf(const record::Note& note) {
    QString text = noteWords(note);
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    return text;
}

namespace {

/// More than anybody reads; a study may note every image of a data set.
constexpr std::size_t kShownMax = 200;

QString textOf(const record::Note& note) {
    QString text = note.run ? noteWords(note) : sentenceOf(note);
    // Of a setting, and of a node that failed, the text speaks itself.
    if (!note.item.empty() && spec::find_setting(note.item) == nullptr &&
        note.code != record::kNodeFailedNote) {
        text += QStringLiteral(" (%1)").arg(QString::fromStdString(note.item));
    }
    return note.run ? NotesList::tr("Run %1: %2").arg(*note.run).arg(text) : text;
}

}  // namespace

NotesList::NotesList(QWidget* parent) : QListWidget(parent) {
    setWordWrap(true);
    setAlternatingRowColors(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Notes"));
}

void NotesList::setStudy(const record::Study& study) {
    std::vector<const record::Note*> notes;
    const auto take = [&](const record::Note& note) {
        if (note.level != record::Level::Info) {
            notes.push_back(&note);
        }
    };
    std::ranges::for_each(study.notes, take);
    for (const record::RunData& run : study.runs) {
        for (const record::Note& note : run.notes) {
            if (!analysis::is_told_of_study(note, study)) {
                take(note);
            }
        }
    }
    std::ranges::stable_sort(notes,
                             [](const auto* a, const auto* b) { return a->level > b->level; });
    has_errors_ = !notes.empty() && notes.front()->level == record::Level::Error;
    clear();
    for (std::size_t i = 0; i < std::min(notes.size(), kShownMax); ++i) {
        addItem(textOf(*notes[i]));
    }
    if (notes.size() > kShownMax) {
        addItem(tr("and %n more note(s)", nullptr, static_cast<int>(notes.size() - kShownMax)));
    }
}

}  // namespace throughline::ui
