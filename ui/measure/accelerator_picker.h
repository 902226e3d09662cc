// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include "engine/catalog/accelerator_choice.h"
#include "engine/spec/settings.h"
#include "ui/measure/amount_box.h"
#include "ui/style/word_chooser.h"

namespace throughline::ui {

/// The published facts that are compiled in; read when first asked for, which takes some 10 ms.
const catalog::Catalog& publishedFacts();

/// What an emulated accelerator runs by: a card, its work and its precision, which lead to a
/// published rate that stands below with its source; or a step time of one's own.
/// Thread: GUI.
class AcceleratorPicker : public QWidget {
    Q_OBJECT
public:
    explicit AcceleratorPicker(QWidget* parent = nullptr);

    void setValues(const spec::Settings& settings);
    /// consumer.preset and consumer.batch_seconds.
    void writeTo(spec::Settings& settings) const;
    /// The usual accelerator, unless one was chosen.
    void chooseUsual();

Q_SIGNALS:
    void edited();

private:
    void cardChosen(const QString& card);
    void detailChosen(const QString& work, const QString& precision);
    void choose(const std::string& preset);
    void show();
    void showFigure();
    bool isOwn() const { return preset_.empty(); }

    std::string preset_;  ///< id of a published figure; "" = a step time of one's own
    WordChooser* card_ = nullptr;
    WordChooser* work_ = nullptr;
    WordChooser* precision_ = nullptr;
    QLabel* step_label_ = nullptr;
    AmountBox* step_ = nullptr;
    QLabel* figure_ = nullptr;
    QToolButton* others_ = nullptr;
    bool known_ = false;  ///< the facts were asked for
};

}  // namespace throughline::ui
