// SPDX-License-Identifier: GPL-3.0-or-later
// What widgets are given everywhere in the same way.
#pragma once

#include <QDialog>
#include <QTableWidget>
#include <QWidget>

#include "ui/style/theme.h"

namespace throughline::ui {

/// The layout of `owner`, without margins. `spacing` < 0: the style's.
template <class Layout>
Layout* bareLayout(QWidget* owner, int spacing = -1) {
    auto* layout = new Layout(owner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

/// The text in a colour of the theme, also after the theme changed.
void setInk(QWidget* widget, QColor Theme::* ink);

/// Opens a dialog that is deleted when it is closed.
void openAndForget(QDialog* dialog);

/// Wide enough for the whole of its title in the frame, with the frame's buttons.
void fitTitle(QDialog* dialog);

/// A table of texts to read: one row is selected, none is edited, Tab goes past.
void makeReadOnly(QTableWidget* table);

}  // namespace throughline::ui
