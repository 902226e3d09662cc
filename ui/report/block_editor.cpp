// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/block_editor.h"

#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kTextLines = 5;
constexpr int kLines = 13;

/// What a reader of the report gets from a block, for its author.
QString aboutOf(const report::Block& block) {
    using report::BlockKind;
    switch (block.kind) {
        case BlockKind::Verdict:
            return BlockEditor::tr("Says who limits; of several studies, which is the fastest.");
        case BlockKind::Chart:
            return block.text.empty() && block.choice.empty()
                       ? BlockEditor::tr(
                             "The chart that such studies are shown in first. Press "
                             "Ctrl+Shift+R in Explore to add another one.")
                       : BlockEditor::tr("A chart as it was in Explore, of the runs as they are.");
        case BlockKind::Numbers:
            return BlockEditor::tr("Four to six figures of the fastest run of the first study.");
        case BlockKind::Differences:
            return BlockEditor::tr("The figures of each study against those of the first.");
        case BlockKind::Reproduced:
            return BlockEditor::tr(
                "The figures of a published study beside your own, at the same places of the "
                "chart.");
        case BlockKind::Findings:
            return BlockEditor::tr(
                "Each chart of a published study that was measured here, and whether what it "
                "showed holds.");
        case BlockKind::Changes:
            return BlockEditor::tr("Settings and computers, where they differ.");
        case BlockKind::Runs:
            return BlockEditor::tr("Every run, with what was varied.");
        case BlockKind::Method:
            return BlockEditor::tr("All settings that have an effect, and every warning.");
        case BlockKind::Environment:
            return BlockEditor::tr("What is known of the computers.");
        case BlockKind::Provenance:
            return BlockEditor::tr("Where the records come from.");
        case BlockKind::WhatIf:
            return block.text.empty()
                       ? BlockEditor::tr(
                             "1, 2, 4 and 8 GPUs on what was measured. Press "
                             "Ctrl+Shift+R in What if to add scenarios of your own.")
                       : BlockEditor::tr("Scenarios as they were in What if, predicted anew.");
        case BlockKind::Text:
            break;
    }
    return BlockEditor::tr("Your own words, in Markdown: # heading, - list, **bold**, [link](…).");
}

}  // namespace

BlockEditor::BlockEditor(ReportDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      kind_(new QLabel),
      heading_(new QLineEdit),
      text_(new QPlainTextEdit),
      about_(new QLabel) {
    kind_->setFont(headingFont());
    heading_->setPlaceholderText(tr("Heading, if any"));
    heading_->setAccessibleName(tr("Heading of the block"));
    heading_->setToolTip(tr("Type a heading for the block"));
    text_->setAccessibleName(tr("Text of the block"));
    text_->setToolTip(tr("Write in Markdown"));
    text_->setPlaceholderText(tr("Write here; **Markdown** works."));
    text_->setTabChangesFocus(true);
    text_->setMinimumHeight(fontMetrics().lineSpacing() * kTextLines);
    about_->setWordWrap(true);
    setInk(about_, &Theme::mutedText);
    auto* column = bareLayout<QVBoxLayout>(this, 4);
    column->addWidget(kind_);
    column->addWidget(about_);
    column->addWidget(heading_);
    column->addWidget(text_, 1);
    column->addStretch(0);
    // As high for every kind of block: nothing around it jumps.
    setFixedHeight(fontMetrics().lineSpacing() * kLines);
    connect(heading_, &QLineEdit::textEdited, this, [this](const QString& text) {
        document_->setBlockTitle(document_->chosen(), text);
    });
    connect(text_, &QPlainTextEdit::textChanged, this, [this] {
        const int chosen = document_->chosen();
        if (chosen >= 0 && text_->isVisibleTo(this)) {
            document_->setBlockText(chosen, text_->toPlainText());
        }
    });
    connect(document_, &ReportDocument::changed, this, &BlockEditor::refresh);
    connect(document_, &ReportDocument::chosenChanged, this, &BlockEditor::refresh);
    refresh();
}

void BlockEditor::refresh() {
    const int chosen = document_->chosen();
    for (QWidget* part : std::initializer_list<QWidget*>{kind_, about_, heading_}) {
        part->setVisible(chosen >= 0);
    }
    if (chosen < 0) {
        text_->hide();
        return;
    }
    const report::Block& block = document_->blocks()[static_cast<std::size_t>(chosen)];
    kind_->setText(titleOfKind(block.kind));
    about_->setText(aboutOf(block));
    if (const QString title = QString::fromStdString(block.title); heading_->text() != title) {
        heading_->setText(title);
    }
    const bool is_text = block.kind == report::BlockKind::Text;
    const QString text = is_text ? QString::fromStdString(block.text) : QString();
    if (is_text && text_->toPlainText() != text) {
        const QSignalBlocker quiet(text_);
        text_->setPlainText(text);
    }
    text_->setVisible(is_text);
}

}  // namespace throughline::ui
