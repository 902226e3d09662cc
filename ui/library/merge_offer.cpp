// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/merge_offer.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <algorithm>
#include <map>
#include <string>

#include "engine/importers/belongs.h"
#include "ui/style/icons.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kNamedMax = 4;

/// "a.json, a_bw.1.log and 3 more"
QString namesOf(const importers::Belonging& group) {
    QStringList names;
    for (const std::string& path : group.paths) {
        names << QFileInfo(QString::fromStdString(path)).fileName();
    }
    const auto more = static_cast<int>(names.size()) - static_cast<int>(kNamedMax);
    if (more > 1) {
        names = names.mid(0, static_cast<int>(kNamedMax));
        return MergeOffer::tr("%1 and %2 more").arg(names.join(QStringLiteral(", "))).arg(more);
    }
    const QString last = names.takeLast();
    return MergeOffer::tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

}  // namespace

MergeOffer::MergeOffer(QWidget* parent)
    : QWidget(parent),
      text_(new QLabel),
      button_(new QPushButton(icon(QStringLiteral("more")), tr("Merge t&hese…"))) {
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    button_->setToolTip(
        tr("Import these files as one study, after asking for clock differences (Alt+H)"));
    button_->setAutoDefault(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(text_, 1);
    row->addWidget(button_, 0, Qt::AlignVCenter);
    connect(button_, &QPushButton::clicked, this, [this] { Q_EMIT accepted(rows_); });
    setVisible(false);
}

void MergeOffer::offer(const std::vector<ImportOutcome>& outcomes) {
    // A file may stand in the list twice; what lies in the bin gave way to a merged study.
    std::map<std::string, int> row_of;
    for (int row = 0; row < static_cast<int>(outcomes.size()); ++row) {
        const ImportOutcome& each = outcomes[static_cast<std::size_t>(row)];
        if (each.study != 0 && !each.inBin) {
            row_of[each.path.toStdString()] = row;
        }
    }
    std::vector<importers::TakenFile> taken;
    for (const auto& [path, row] : row_of) {
        const ImportOutcome& each = outcomes[static_cast<std::size_t>(row)];
        taken.push_back({path, each.formatId, static_cast<std::size_t>(each.runs)});
    }
    rows_.clear();
    for (const importers::Belonging& group : importers::files_that_belong(taken)) {
        std::vector<int> rows;
        for (const std::string& path : group.paths) {
            rows.push_back(row_of.at(path));
        }
        const auto study = [&](int row) { return outcomes[static_cast<std::size_t>(row)].study; };
        const bool one_study =
            std::ranges::all_of(rows, [&](int row) { return study(row) == study(rows.front()); });
        if (!one_study) {
            rows_ = rows;
            text_->setText(tr("%1 look like %2.").arg(namesOf(group), said(group.what.c_str())));
            break;
        }
    }
    setVisible(!rows_.empty());
}

}  // namespace throughline::ui
