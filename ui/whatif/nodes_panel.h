// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <memory>

#include "engine/whatif/scaling.h"
#include "ui/plot/plot_legend.h"
#include "ui/plot/plot_view.h"
#include "ui/style/elided_line.h"
#include "ui/style/number_text.h"
#include "ui/whatif/offer_search.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// How the chosen scenario scales over nodes that meet after each step, played through node by
/// node: up to how many, and whether one of them is slow, are part of the document.
/// Thread: GUI; what takes longer than a moment goes through the runner.
class NodesPanel : public QWidget {
    Q_OBJECT
public:
    explicit NodesPanel(ScenarioDocument* document, QWidget* parent = nullptr);

    void setRunner(WorkRunner runner) { runner_ = std::move(runner); }
    CountBox* mostBox() { return most_; }
    QComboBox* slowBox() { return slow_; }
    QString sentence() const { return sentence_->text(); }
    QString footText() const { return foot_->text(); }
    PlotView* plot() { return view_; }
    /// Nodes are being played through elsewhere.
    bool isUnderWay() const { return under_way_; }

    void refresh();

protected:
    void changeEvent(QEvent* event) override;

private:
    /// All that an answer depends on.
    struct Asked {
        std::string scenario{};
        model::Inputs inputs{};
        whatif::NodesQuestion question{};
        model::ReadTail slow_reads{};

        bool isAs(const Asked& other) const;
    };
    struct Play;

    QWidget* makeQuestion();
    void ask(const whatif::NodesQuestion& question, const QString& text, const QString& mergeKey);
    void fillQuestion();
    Asked asked() const;
    void play(const Asked& asked);
    void show(const Play& played);
    void say(const QString& line);

    ScenarioDocument* document_;  // borrowed
    WorkRunner runner_;
    CountBox* most_;
    QComboBox* slow_;
    ElidedLine* sentence_;
    PlotView* view_;
    PlotLegend* legend_;
    QLabel* foot_;
    std::shared_ptr<const Play> played_;  ///< what is shown
    bool under_way_ = false;
};

}  // namespace throughline::ui
