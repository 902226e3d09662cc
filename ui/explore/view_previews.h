// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPixmap>
#include <QStringList>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

class ExploreDocument;

/// Fetches the studies with these uuids off the GUI thread and calls back on it, once; those that
/// are gone are left out.
using StudyProvider = std::function<void(
    const QStringList& uuids, const std::function<void(std::vector<StudyForPlot>)>& done)>;

/// A view that is to be drawn small.
struct PreviewOrder {
    QString key;                                     ///< the caller's
    std::function<QStringList()> studies{};          ///< uuids, asked for when it is drawn
    std::function<void(ExploreDocument*)> showIn{};  ///< makes a document show it
};

/// Pictures of views, drawn one after the other by the explorer's own charts where nobody sees
/// them.
/// Thread: GUI. Blocks: for one chart at a time.
class ViewPreviews : public QObject {
    Q_OBJECT
public:
    ViewPreviews(StudyProvider studies, SampleProvider samples, QObject* parent = nullptr);
    ~ViewPreviews() override;

    /// Drawn before what was ordered earlier and is not begun.
    void order(PreviewOrder order);
    bool isAtWork() const noexcept { return at_work_; }

Q_SIGNALS:
    void drawn(const QString& key, const QPixmap& picture);

private:
    struct Drawing;
    void next();
    void draw(std::vector<StudyForPlot> studies);
    void finish();

    StudyProvider studies_;
    SampleProvider samples_;
    std::deque<PreviewOrder> waiting_;
    PreviewOrder current_;
    bool at_work_ = false;
    std::unique_ptr<Drawing> drawing_;
};

}  // namespace throughline::ui
