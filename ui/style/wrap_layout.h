// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace throughline::ui {

/// A row of widgets that goes on in another line where it is too long, so that nothing is cut and
/// no page scrolls sideways. A label stays with what follows it, one with
/// the property kStaysBehind with what it follows. What is left of a line goes to
/// those that expand, and to stretches; a stretch takes room only where all stand in one line.
/// Thread: GUI.
class WrapLayout : public QLayout {
public:
    static constexpr const char* kStaysBehind = "staysBehind";
    /// `spacing` between neighbours and between lines, in pixels.
    WrapLayout(QWidget* parent, int spacing);
    ~WrapLayout() override;

    void addStretch();
    /// Before the item with this index, as indexOf() has it.
    void insertWidget(int index, QWidget* widget);

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(items_.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;     ///< of one line
    QSize minimumSize() const override;  ///< as wide as the widest item, as high as one line
    void setGeometry(const QRect& rect) override;

private:
    struct Line {
        std::vector<QLayoutItem*> items;
        int width = 0;  ///< of the hints with what lies between them
        int height = 0;
    };
    std::vector<Line> linesOf(int width) const;
    void placeLine(const Line& line, const QRect& room) const;

    std::vector<std::unique_ptr<QLayoutItem>> items_;
};

}  // namespace throughline::ui
