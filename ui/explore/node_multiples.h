// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QWidget>
#include <vector>

#include "ui/charts/node_courses.h"

namespace throughline::ui {

/// A small chart for each of a few nodes of a run, in a row and all on the same scales, with its
/// name and rate above it; the one that holds the others back is marked. Thread: GUI.
class NodeMultiples : public QWidget {
    Q_OBJECT
public:
    explicit NodeMultiples(QWidget* parent = nullptr);

    void setCourses(const std::vector<NodeCourse>& courses, int colourSlot);

private:
    QGridLayout* grid_;
};

}  // namespace throughline::ui
