// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <cstdint>
#include <string>

namespace throughline::ui {

/// Whether the text has all of these words, in any order; "resnet50" is found in "ResNet-50".
bool hasWords(const QString& text, const QString& words);

/// The rows that contain all words typed, in any order; "resnet50" is found in "ResNet-50".
/// Thread: GUI.
class WordsFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// `role`: what of a row is looked at.
    explicit WordsFilter(int role, QObject* parent = nullptr);

    void setWords(const QString& words);

protected:
    /// How a text holds all words typed, the best first.
    enum class Hit : std::uint8_t { AtWordStarts, Within, None };
    Hit hitIn(const QString& text) const;
    /// While words are sought and it is sorted: by the name (DisplayRole), before by what is told
    /// of it; else as the rows are.
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    /// Whether any word was typed.
    bool isSearching() const { return !words_.empty(); }
    /// Whether the text has all of them.
    bool isMeant(const QString& text) const;
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    int role_;
    std::string words_;
};

}  // namespace throughline::ui
