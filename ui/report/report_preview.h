// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <memory>
#include <optional>
#include <vector>

#include "ui/report/report_maker.h"
#include "ui/report/report_pages.h"

namespace throughline::ui {

/// The pages of a report below each other, as they are printed: white paper in any theme. A click
/// names the block that was clicked.
/// Thread: GUI.
class ReportPreview : public QScrollArea {
    Q_OBJECT
public:
    explicit ReportPreview(QWidget* parent = nullptr);
    ~ReportPreview() override;

    /// Where one has scrolled to stays.
    void setReport(std::shared_ptr<const ComposedReport> report);
    /// Instead of pages: what is missing, or wrong.
    void setProblem(const QString& why);
    /// Of the definition; -1: none. It is framed.
    void setChosen(int block);
    /// Scrolls to where the block begins.
    void scrollToBlock(int block);
    std::size_t pageCount() const;
    /// What stands on a page, in points; for tests.
    const ReportPages* pages() const { return pages_.get(); }

Q_SIGNALS:
    void blockClicked(int block);

private:
    class Paper;

    int blockOf(std::size_t item) const;

    std::shared_ptr<const ComposedReport> report_;
    std::unique_ptr<ReportPages> pages_;
    QString problem_;
    int chosen_ = -1;
    Paper* paper_;
};

}  // namespace throughline::ui
