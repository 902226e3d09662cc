// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoCommand>
#include <cstdint>
#include <functional>
#include <utility>

namespace throughline::ui {

/// A change of what is stored or shown that can be taken back.
class UndoStep : public QUndoCommand {
public:
    /// Whether the change has been made when the step is pushed.
    enum class Already : std::uint8_t { No, Done };

    UndoStep(const QString& text,
             std::function<void()> redo,
             std::function<void()> undo,
             Already already = Already::No)
        : QUndoCommand(text),
          redo_(std::move(redo)),
          undo_(std::move(undo)),
          is_done_(already == Already::Done) {}
    void redo() override {
        if (!std::exchange(is_done_, false)) {
            redo_();
        }
    }
    void undo() override { undo_(); }

private:
    std::function<void()> redo_;
    std::function<void()> undo_;
    bool is_done_;  ///< before the first redo(), which pushing calls
};

}  // namespace throughline::ui
