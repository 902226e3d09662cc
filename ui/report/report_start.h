// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QString>
#include <functional>
#include <vector>

class QVBoxLayout;

namespace throughline::ui {

/// What a report can begin with: a template, or one that was saved.
struct ReportBeginning {
    QString title{};
    QString what{};  ///< one sentence
    bool saved = false;
    std::function<void()> begin{};
};

/// What stands in the place of pages while the report is empty: a button for each beginning.
/// Thread: GUI.
class ReportStart : public QScrollArea {
    Q_OBJECT
public:
    explicit ReportStart(QWidget* parent = nullptr);

    bool isEmpty() const;
    /// In the place of those before.
    void setBeginnings(const std::vector<ReportBeginning>& beginnings);

private:
    QVBoxLayout* buttons_;
};

}  // namespace throughline::ui
