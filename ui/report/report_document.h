// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <string>
#include <vector>

#include "engine/report/definition.h"

namespace throughline::ui {

/// The report on screen: every change is one step of the undo stack.
/// Thread: GUI.
class ReportDocument : public QObject {
    Q_OBJECT
public:
    explicit ReportDocument(QObject* parent = nullptr);

    const report::Definition& definition() const noexcept { return definition_; }
    const std::vector<report::Block>& blocks() const noexcept { return definition_.blocks; }
    QUndoStack* undoStack() { return &undo_; }
    /// The block that is looked at and changed; -1 = none. Undo does not go back in it.
    int chosen() const;
    void choose(int block);
    bool isEmpty() const noexcept { return definition_.blocks.empty(); }

    // One step of undo each; typing that goes on in the same field is one.
    void open(const report::Definition& definition);
    void setTitle(const QString& title);
    void setQuestion(const QString& question);
    void setPrivate(bool is_private);
    /// With a title and a question that are a template's own.
    void setLanguage(Language language);
    /// `blocks` behind the chosen one, or at the end; studies that they are about and the report
    /// lacks come with them.
    void add(const std::vector<report::Block>& blocks, const std::vector<std::string>& studies);
    void setStudies(const std::vector<std::string>& studies);
    void remove(int block);
    void move(int block, int to);
    void setBlockTitle(int block, const QString& title);
    void setBlockText(int block, const QString& text);
    /// What a chart shows, for instance; its title stays.
    void replaceBlock(int block, const report::Block& by);

Q_SIGNALS:
    void changed();
    void chosenChanged();  ///< by choose() alone

private:
    class Step;

    void apply(report::Definition next, const QString& text, const QString& merge_key = {});
    void show(const report::Definition& definition);

    report::Definition definition_;
    QUndoStack undo_;
    int chosen_ = -1;
};

/// "Verdict", "Chart": what a block is called.
QString titleOfKind(report::BlockKind kind);

}  // namespace throughline::ui
