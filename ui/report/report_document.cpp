// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_document.h"

#include <QCoreApplication>
#include <QUndoCommand>
#include <algorithm>
#include <chrono>
#include <utility>

namespace throughline::ui {

namespace {

using std::chrono::steady_clock;

/// Steps in the same field within this time are one.
constexpr std::chrono::milliseconds kSameTyping{1500};

/// How and where things were measured is said of all studies of a report.
bool isOfAll(report::BlockKind kind) {
    return kind == report::BlockKind::Method || kind == report::BlockKind::Environment ||
           kind == report::BlockKind::Provenance || kind == report::BlockKind::Text;
}

}  // namespace

/// A step of undo: the whole definition before and after, which is a few kilobytes.
class ReportDocument::Step : public QUndoCommand {
public:
    Step(ReportDocument* document,
         report::Definition before,
         report::Definition after,
         QString merge_key)
        : document_(document),
          before_(std::move(before)),
          after_(std::move(after)),
          merge_key_(std::move(merge_key)),
          when_(steady_clock::now()) {}

    int id() const override { return 1; }
    void redo() override { document_->show(after_); }
    void undo() override { document_->show(before_); }
    bool mergeWith(const QUndoCommand* other) override {
        const auto& next = static_cast<const Step&>(*other);
        if (merge_key_.isEmpty() || merge_key_ != next.merge_key_ ||
            next.when_ - when_ > kSameTyping) {
            return false;
        }
        after_ = next.after_;
        when_ = next.when_;
        return true;
    }

private:
    ReportDocument* document_;
    report::Definition before_;
    report::Definition after_;
    QString merge_key_;
    steady_clock::time_point when_;
};

QString titleOfKind(report::BlockKind kind) {
    const auto worded = [](const char* text) {
        return QCoreApplication::translate("ReportDocument", text);
    };
    switch (kind) {
        case report::BlockKind::Verdict:
            return worded("Verdict");
        case report::BlockKind::Chart:
            return worded("Chart");
        case report::BlockKind::Numbers:
            return worded("Numbers");
        case report::BlockKind::Differences:
            return worded("Differences");
        case report::BlockKind::Reproduced:
            return worded("Published beside own");
        case report::BlockKind::Findings:
            return worded("Findings of the study");
        case report::BlockKind::Changes:
            return worded("What differs");
        case report::BlockKind::Runs:
            return worded("Runs");
        case report::BlockKind::Method:
            return worded("Method");
        case report::BlockKind::Environment:
            return worded("Computers");
        case report::BlockKind::Provenance:
            return worded("Provenance");
        case report::BlockKind::WhatIf:
            return worded("What if");
        case report::BlockKind::Text:
            break;
    }
    return worded("Text");
}

ReportDocument::ReportDocument(QObject* parent) : QObject(parent) {}

int ReportDocument::chosen() const {
    return std::min(chosen_, static_cast<int>(blocks().size()) - 1);
}

void ReportDocument::choose(int block) {
    if (block != chosen() && block < static_cast<int>(blocks().size())) {
        chosen_ = std::max(block, -1);
        Q_EMIT chosenChanged();
    }
}

void ReportDocument::apply(report::Definition next, const QString& text, const QString& merge_key) {
    if (next == definition_) {
        return;
    }
    auto* step = new Step(this, definition_, std::move(next), merge_key);
    step->setText(text);
    undo_.push(step);
}

void ReportDocument::show(const report::Definition& definition) {
    definition_ = definition;
    Q_EMIT changed();
}

void ReportDocument::open(const report::Definition& definition) {
    chosen_ = definition.blocks.empty() ? -1 : 0;
    apply(definition, tr("Open report"));
}

void ReportDocument::setTitle(const QString& title) {
    report::Definition next = definition_;
    next.title = title.toStdString();
    apply(std::move(next), tr("Change title of report"), QStringLiteral("title"));
}

void ReportDocument::setQuestion(const QString& question) {
    report::Definition next = definition_;
    next.question = question.toStdString();
    apply(std::move(next), tr("Change question of report"), QStringLiteral("question"));
}

void ReportDocument::setPrivate(bool is_private) {
    report::Definition next = definition_;
    next.is_private = is_private;
    apply(std::move(next),
          is_private ? tr("Leave names out of the report") : tr("Keep names in the report"));
}

void ReportDocument::setLanguage(Language language) {
    apply(report::in_language(definition_, language),
          tr("Write report in %1").arg(QString::fromUtf8(name_of(language))));
}

void ReportDocument::setStudies(const std::vector<std::string>& studies) {
    report::Definition next = definition_;
    next.studies = studies;
    apply(std::move(next), tr("Change studies of report"));
}

void ReportDocument::add(const std::vector<report::Block>& blocks,
                         const std::vector<std::string>& studies) {
    if (blocks.empty()) {
        return;
    }
    report::Definition next = definition_;
    std::vector<std::string> more;
    for (const std::string& study : studies) {
        if (std::ranges::find(next.studies, study) == next.studies.end()) {
            more.push_back(study);
        }
    }
    if (!more.empty()) {  // what is there says the same of the same studies as before
        for (report::Block& block : next.blocks) {
            if (block.studies.empty() && !isOfAll(block.kind)) {
                block.studies = next.studies;
            }
        }
        next.studies.insert(next.studies.end(), more.begin(), more.end());
    }
    const int place = chosen() < 0 ? static_cast<int>(next.blocks.size()) : chosen() + 1;
    next.blocks.insert(next.blocks.begin() + place, blocks.begin(), blocks.end());
    chosen_ = place + static_cast<int>(blocks.size()) - 1;
    apply(std::move(next), tr("Add %1 to report").arg(titleOfKind(blocks.front().kind)));
}

void ReportDocument::remove(int block) {
    report::Definition next = definition_;
    const QString name = titleOfKind(next.blocks[static_cast<std::size_t>(block)].kind);
    next.blocks.erase(next.blocks.begin() + block);
    apply(std::move(next), tr("Remove %1 from report").arg(name));
}

void ReportDocument::move(int block, int to) {
    report::Definition next = definition_;
    const int last = static_cast<int>(next.blocks.size()) - 1;
    if (block < 0 || block > last || to < 0 || to > last || to == block) {
        return;
    }
    report::Block moved = std::move(next.blocks[static_cast<std::size_t>(block)]);
    const QString name = titleOfKind(moved.kind);
    next.blocks.erase(next.blocks.begin() + block);
    next.blocks.insert(next.blocks.begin() + to, std::move(moved));
    chosen_ = to;
    apply(std::move(next), tr("Move %1 in report").arg(name));
}

void ReportDocument::setBlockTitle(int block, const QString& title) {
    report::Definition next = definition_;
    next.blocks[static_cast<std::size_t>(block)].title = title.toStdString();
    apply(std::move(next), tr("Change heading"), QStringLiteral("heading/%1").arg(block));
}

void ReportDocument::setBlockText(int block, const QString& text) {
    report::Definition next = definition_;
    next.blocks[static_cast<std::size_t>(block)].text = text.toStdString();
    apply(std::move(next), tr("Change text"), QStringLiteral("text/%1").arg(block));
}

void ReportDocument::replaceBlock(int block, const report::Block& by) {
    report::Definition next = definition_;
    report::Block& place = next.blocks[static_cast<std::size_t>(block)];
    const std::string title = place.title;
    place = by;
    place.title = title.empty() ? by.title : title;
    apply(std::move(next), tr("Replace %1").arg(titleOfKind(by.kind)));
}

}  // namespace throughline::ui
