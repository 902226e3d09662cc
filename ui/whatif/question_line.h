// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QSet>
#include <QWidget>

#include "ui/style/word_chooser.h"
#include "ui/whatif/gpu_cards.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// The chosen scenario as one line of choices: "8 × A100 80 GB training ResNet-50 on AWS EBS gp3
/// with 16 cores, TFRecord". Each choice is one step of undo. What was measured stays as it is: a
/// choice made for it begins a scenario.
/// Thread: GUI.
class QuestionLine : public QWidget {
    Q_OBJECT
public:
    explicit QuestionLine(ScenarioDocument* document, QWidget* parent = nullptr);

    WordChooser* gpus() { return gpus_; }
    WordChooser* card() { return card_; }
    WordChooser* work() { return work_; }
    WordChooser* storage() { return storage_; }
    WordChooser* cores() { return cores_; }
    WordChooser* format() { return format_; }

    /// Sets counts in the chosen scenario, in one step; a name that follows the question follows.
    void setCounts(const std::vector<std::pair<model::Input, double>>& counts);

Q_SIGNALS:
    void refused(const QString& why);
    /// Something was chosen that nobody asked for, in the step just done; `what` says why.
    void filledIn(const QString& what);

private:
    /// A GPU that never is the limit.
    static inline const QString kAnyCard = QStringLiteral("any");
    /// The storage of the base, which no entry of the catalogue is: what was measured.
    static inline const QString kOwnStorage = QStringLiteral("own");

    static std::vector<WordChooser::Choice> countsToChoose(std::initializer_list<int> numbers);
    WordChooser* add(const QString& name, const QString& tip);
    QLabel* addWords(const QString& words);
    void fillFromCatalog();
    void reserveRoom();
    void fillStorage();
    void fillWorks();
    void refresh();
    void showGpus(int column);
    void showStorage(int column);
    /// Makes the changes in the chosen scenario, or in a new one, and names it after them.
    void change(const std::function<void(int column)>& changes);
    void chooseGpus(double count);
    void chooseCard(const QString& name);
    void setCard(int column, const GpuCard* card);
    /// One GPU where there is none; says so.
    QString needsOne(int column);
    void sayFilledIn(QStringList filled);
    const GpuCard* usualCard() const;
    void chooseWork(const QString& rate);
    void chooseStorage(const QString& id);
    void chooseOwnStorage();
    void chooseCores(const QString& id);
    void takeNumber(model::Input input,
                    const QString& text,
                    const std::function<void(double)>& use);
    const GpuCard* cardOfColumn(int column) const;
    /// "8 × A100 80 GB, AWS EBS gp3": what differs from the base, as far as this line says it.
    QString nameOf(int column) const;
    QString storageShown(int column) const;
    /// The base's, where that is no entry of the catalogue; else "".
    QString ownStorage() const;
    bool hasOwnStorage(int column) const;

    ScenarioDocument* document_;  // borrowed
    std::shared_ptr<const catalog::Catalog> shown_;
    std::vector<GpuCard> cards_;
    QString works_of_;     ///< the card whose works are listed
    QString own_storage_;  ///< as it is listed
    QSet<QString> named_;  ///< what scenarios were called here
    WordChooser* gpus_;
    WordChooser* card_;
    QLabel* verb_;
    WordChooser* work_;
    WordChooser* storage_;
    WordChooser* cores_;
    WordChooser* format_;
    QLabel* where_;  ///< on how many nodes, of which machine
};

}  // namespace throughline::ui
