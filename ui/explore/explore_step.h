// SPDX-License-Identifier: GPL-3.0-or-later
// What is undone of what the explorer shows: of ExploreDocument alone.
#pragma once

#include <QString>
#include <QStringList>
#include <QUndoCommand>
#include <optional>
#include <utility>

#include "ui/charts/explore_state.h"
#include "ui/explore/explore_document.h"

namespace throughline::ui {

/// What a step changes: the text after "Undo" in the menu.
QString changeText(const ExploreState& before, const ExploreState& after);

/// The whole state before and after: a few kilobytes, simpler than differences. Each keeps the
/// zoom that it was left with. A view brings its studies along, and takes them away again.
class ExploreDocument::Step : public QUndoCommand {
public:
    /// What is plotted before and after it, as uuids.
    struct Plotted {
        QStringList before;
        QStringList after;
    };

    Step(ExploreDocument* document,
         ExploreState before,
         ExploreState after,
         std::optional<Plotted> plotted = std::nullopt)
        : QUndoCommand(plotted ? ExploreDocument::tr("Show view") : changeText(before, after)),
          document_(document),
          before_(std::move(before)),
          after_(std::move(after)),
          plotted_(std::move(plotted)) {}
    const ExploreState& shownAfter(int direction) const { return direction < 0 ? before_ : after_; }
    void undo() override {
        if (document_->state_.showsSame(after_)) {
            after_ = document_->state_;
        }
        document_->restore(before_);
        plot(-1);
    }
    void redo() override {
        if (std::exchange(is_new_, false)) {
            document_->show(after_);
            return;
        }
        if (document_->state_.showsSame(before_)) {
            before_ = document_->state_;
        }
        document_->restore(after_);
        plot(1);
    }
    bool plots() const { return plotted_.has_value(); }
    /// Asks for what is plotted before it (-1) or after it (1).
    void plot(int direction) const {
        if (plotted_) {
            const bool back = direction < 0;
            document_->wantStudies(back ? plotted_->before : plotted_->after,
                                   back ? plotted_->after : plotted_->before,
                                   {});
        }
    }

private:
    ExploreDocument* document_;  // outlives its steps, or the stack that holds them is cleared
    ExploreState before_;
    ExploreState after_;
    std::optional<Plotted> plotted_;
    bool is_new_ = true;  ///< until pushing it calls redo()
};

}  // namespace throughline::ui
