// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/view_gallery.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QKeyEvent>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/chart_kinds.h"
#include "ui/charts/fields.h"
#include "ui/plot/plot_text.h"
#include "ui/shell/panel_cards.h"
#include "ui/shell/view_tiles.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/said.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kColumns = 3;
constexpr QSize kRoomPx(70, 176);
constexpr int kGroupsPx = 176;
constexpr int kLessonLines = 7;

constexpr int kSearchRole = kFirstOtherRole;
constexpr int kNumberRole = kFirstOtherRole + 1;  ///< in the model
constexpr int kSavedRole = kFirstOtherRole + 2;
constexpr int kGroupsRole = kFirstOtherRole + 3;
constexpr int kPanelRole = kFirstOtherRole + 4;  ///< its id
// Of a group.
constexpr int kKeyRole = Qt::UserRole;

/// "Images per second by decode threads"
QString chartWords(const PlotChoice& choice) {
    const auto* subject = choice.part<Subject>();
    const QString y = axisOf(subject != nullptr ? subject->subject : choice.y).title;
    return subject != nullptr || isRunByRun(choice.points())
               ? y
               : ViewGallery::tr("%1 by %2").arg(y, withinSentence(axisOf(choice.x).title));
}

/// What stands at the axes of a chart.
QString chartTitles(const PlotChoice& choice) {
    const QString words = chartWords(choice);
    const auto* along = choice.part<AlongX>();
    return along != nullptr && along->yAs == YAs::Efficiency
               ? words + u' ' +
                     ViewGallery::tr("Scaling efficiency of %1").arg(withinSentence(words))
               : words;
}

}  // namespace

void CardFilter::setGroup(int role, const QString& group) {
    group_role_ = role;
    group_ = group;
    invalidateFilter();
}

bool CardFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QStringList groups =
        sourceModel()->index(row, 0, parent).data(group_role_).toStringList();
    return (group_.isEmpty() || groups.contains(group_)) &&
           WordsFilter::filterAcceptsRow(row, parent);
}

ViewGallery::ViewGallery(ViewKeeper* keeper,
                         ExploreDocument* document,
                         ViewPreviews* previews,
                         QUndoStack* undo,
                         QWidget* parent)
    : QDialog(parent),
      keeper_(keeper),
      document_(document),
      previews_(previews),
      shown_(kSearchRole),
      search_(new QLineEdit),
      list_(new QListView),
      groups_(new QListWidget),
      lesson_(new QLabel),
      said_(new QLabel) {
    setWindowTitle(tr("Gallery of charts"));
    search_->setPlaceholderText(tr("Find a view"));
    search_->setAccessibleName(tr("Find a view"));
    search_->setClearButtonEnabled(true);
    search_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    search_->installEventFilter(this);
    makeList();
    makeGroups();
    auto* column = new QVBoxLayout(this);
    column->addWidget(search_);
    auto* sides = new QHBoxLayout;
    sides->addWidget(groups_);
    sides->addWidget(list_, 1);
    column->addLayout(sides, 1);
    column->addWidget(makeLesson());
    column->addWidget(makeFoot(undo));
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& words) {
        shown_.setWords(words);
        list_->setCurrentIndex(shown_.index(0, 0));
        said_->setText(shown_.rowCount() > 0 ? QString() : tr("No chart has all of these words."));
        look_.start();
    });
    previews_->setParent(this);
    connect(previews_, &ViewPreviews::drawn, this, &ViewGallery::takePicture);
    connect(keeper_, &ViewKeeper::changed, this, &ViewGallery::fill);
    connect(keeper_, &ViewKeeper::done, said_, &QLabel::setText);
    connect(keeper_, &ViewKeeper::failed, said_, &QLabel::setText);
    fill();
    const QSize tile = tileSize(font());
    const QSize wanted = QSize(kGroupsPx + tile.width() * kColumns, tile.height() * 2) + kRoomPx;
    constexpr QSize kFramePx{16, 48};  // of the desktop around a window
    resize(wanted.boundedTo(screen()->availableSize() - kFramePx));
    search_->setFocus();
}

void ViewGallery::makeList() {
    look_.setSingleShot(true);
    connect(&look_, &QTimer::timeout, this, &ViewGallery::orderVisible);
    shown_.setSourceModel(&items_);
    shown_.sort(0);
    list_->setModel(&shown_);
    list_->setItemDelegate(new TileDelegate(list_));
    list_->setAccessibleName(tr("Views"));
    list_->setViewMode(QListView::IconMode);
    list_->setResizeMode(QListView::Adjust);
    list_->setMovement(QListView::Static);
    list_->setUniformItemSizes(true);
    list_->setMouseTracking(true);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFrameShape(QFrame::NoFrame);
    list_->viewport()->installEventFilter(this);
    connect(
        list_->verticalScrollBar(), &QScrollBar::valueChanged, &look_, qOverload<>(&QTimer::start));
    connect(list_, &QListView::activated, this, &ViewGallery::showChosen);
    connect(
        list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &ViewGallery::choose);
}

void ViewGallery::makeGroups() {
    for (const CardGroup& group : cardGroups()) {
        auto* item = new QListWidgetItem(group.title, groups_);  // owned by the list
        item->setData(kKeyRole, group.key);
        item->setToolTip(group.tip);
        if (group.heading) {
            item->setFlags(Qt::NoItemFlags);
            item->setFont(tileTitleFont(font()));
        }
    }
    groups_->setAccessibleName(tr("Groups of views"));
    groups_->setFixedWidth(kGroupsPx);
    groups_->setFrameShape(QFrame::NoFrame);
    groups_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    groups_->setTextElideMode(Qt::ElideNone);
    groups_->setWordWrap(true);  // studies are known by their whole names
    groups_->setCurrentRow(0);
    connect(groups_, &QListWidget::currentRowChanged, this, &ViewGallery::showGroup);
}

QWidget* ViewGallery::makeLesson() {
    lesson_->setWordWrap(true);
    lesson_->setTextFormat(Qt::RichText);
    lesson_->setAlignment(Qt::AlignTop);
    lesson_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                     Qt::LinksAccessibleByKeyboard);
    connect(lesson_, &QLabel::linkActivated, this, &ViewGallery::follow);
    auto* place = new QScrollArea;
    place->setWidget(lesson_);
    place->setWidgetResizable(true);
    place->setFrameShape(QFrame::NoFrame);
    place->setFocusPolicy(Qt::NoFocus);
    place->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // As high as nearly any of them needs, so that the pictures do not jump; the others scroll.
    place->setFixedHeight(kLessonLines * QFontMetrics(font()).lineSpacing());
    return place;
}

void ViewGallery::showGroup() {
    const QListWidgetItem* item = groups_->currentItem();
    shown_.setGroup(kGroupsRole, item == nullptr ? QString() : item->data(kKeyRole).toString());
    list_->setCurrentIndex(shown_.index(0, 0));
    list_->scrollToTop();
    choose();
    look_.start();
}

QWidget* ViewGallery::makeFoot(QUndoStack* undo) {
    auto* foot = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(foot);
    const auto add = [&](const QString& text,
                         const QString& tip,
                         const QKeySequence& keys,
                         void (ViewGallery::*what)()) {
        auto* button = new QPushButton(text);
        button->setToolTip(tip);
        button->setAutoDefault(false);
        button->setShortcut(keys);
        connect(button, &QPushButton::clicked, this, what);
        row->addWidget(button);
        return button;
    };
    auto* save = new QPushButton(tr("&Save this view…"));
    save->setToolTip(keeper_->saveAction()->toolTip());
    save->setAutoDefault(false);
    connect(save, &QPushButton::clicked, keeper_->saveAction(), &QAction::trigger);
    row->addWidget(save);
    rename_ = add(tr("&Rename…"),
                  tr("Give this view another name (F2)"),
                  Qt::Key_F2,
                  &ViewGallery::renameChosen);
    remove_ = add(tr("&Delete"),
                  tr("Delete this view; Ctrl+Z brings it back (Delete)"),
                  {},
                  &ViewGallery::removeChosen);
    row->addSpacing(kTileMarginPx);
    said_->setForegroundRole(QPalette::PlaceholderText);
    said_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(said_, 1);
    measure_ = add(tr("&Measure here…"),
                   tr("Open the measurement that shows this chart with figures of this computer; "
                      "it says how long it takes before it starts"),
                   {},
                   &ViewGallery::measureChosen);
    show_ =
        add(tr("S&how"), tr("Show this view in the charts (Enter)"), {}, &ViewGallery::showChosen);
    add(tr("Close"), tr("Close the gallery (Esc)"), {}, &ViewGallery::reject);
    for (QAction* action : {undo->createUndoAction(this), undo->createRedoAction(this)}) {
        action->setShortcut(actions().isEmpty() ? QKeySequence::Undo : QKeySequence::Redo);
        addAction(action);
    }
    return foot;
}

void ViewGallery::fill() {
    const QString before = list_->currentIndex().data().toString();
    saved_ = keeper_->views();
    items_.clear();
    orders_.clear();
    for (const SavedView& view : saved_) {
        addSaved(view);
    }
    for (const panels::Panel& panel : panels::all_panels()) {
        addPanel(panel);
    }
    QModelIndex current = shown_.index(0, 0);
    for (int row = 0; row < shown_.rowCount(); ++row) {
        if (shown_.index(row, 0).data().toString() == before) {
            current = shown_.index(row, 0);
        }
    }
    list_->setCurrentIndex(current);
    choose();
    look_.start();
}

void ViewGallery::addSaved(const SavedView& view) {
    const auto studies = static_cast<int>(view.studies.size());
    QStringList charts;
    for (const PlotChoice& choice : view.choices()) {
        charts << chartWords(choice);
    }
    QStandardItem* item =
        addItem(view.title,
                tr("Saved with %n study(s): %1", nullptr, studies).arg(charts.join(tr("; "))),
                {.key = view.title + QString::fromUtf8(savedViewText(view)),
                 .studies = [studies = view.studies] { return studies; },
                 .showIn = [view](ExploreDocument* document) { document->showSavedView(view); }});
    item->setData(true, kSavedRole);
    item->setData(QStringList(QLatin1String(kSavedGroup)), kGroupsRole);
}

void ViewGallery::addPanel(const panels::Panel& panel) {
    QStringList own_studies;
    for (const StudyForPlot& own : document_->tickedStudies()) {
        if (own.origin != record::Origin::Published) {
            own_studies << own.uuid;
        }
    }
    QStringList charts;  // what stands at the axes of its charts is looked for as well
    PreviewOrder order{.key = QString::fromLatin1(panel.id)};
    if (const auto view = studyViewNamed(order.key)) {
        // Which these are is read from the whole catalogue: not while the gallery opens.
        order.studies = [own_studies, sources = view->sources] {
            return publishedUuids(sources) + own_studies;
        };
        order.showIn = [view = *view](ExploreDocument* document) { document->showView(view); };
        for (const PlotChoice& choice : view->choices()) {
            charts << chartTitles(choice);
        }
    }
    QStandardItem* item =
        addItem(said(panel.title), withOneMark(said(panel.what)), std::move(order));
    item->setData(dataOf(panel, document_->tickedStudies()), kDataRole);
    item->setData(item->data(kSearchRole).toString() + u' ' + charts.join(u' '), kSearchRole);
    item->setData(groupsOf(panel), kGroupsRole);
    item->setData(QString::fromLatin1(panel.id), kPanelRole);
}

QStandardItem* ViewGallery::addItem(const QString& title, const QString& what, PreviewOrder order) {
    auto* item = new QStandardItem(title);  // owned by the model
    item->setData(what, kWhatRole);
    item->setData(title + u' ' + what, kSearchRole);
    item->setData(static_cast<int>(orders_.size()), kNumberRole);
    if (const auto drawn = pictures_.find(order.key); drawn != pictures_.end()) {
        item->setData(drawn->second, kPictureRole);
    }
    item->setData(title + QStringLiteral(", ") + what, Qt::AccessibleTextRole);
    item->setToolTip(title + u'\n' + what);
    orders_.push_back(std::move(order));
    items_.appendRow(item);
    return item;
}

void ViewGallery::orderVisible() {
    const QRect seen = list_->viewport()->rect();
    // The last first: what is ordered last is drawn first.
    for (int row = shown_.rowCount() - 1; row >= 0; --row) {
        const QModelIndex index = shown_.index(row, 0);
        const PreviewOrder& order =
            orders_[static_cast<std::size_t>(index.data(kNumberRole).toInt())];
        if (order.showIn && list_->visualRect(index).intersects(seen) &&
            ordered_.insert(order.key).second) {
            previews_->order(order);
        }
    }
}

void ViewGallery::takePicture(const QString& key, const QPixmap& picture) {
    const qreal ratio = devicePixelRatioF();
    QPixmap small =
        picture.scaled(kTilePicturePx * ratio, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    small.setDevicePixelRatio(ratio);
    pictures_[key] = small;
    for (std::size_t i = 0; i < orders_.size(); ++i) {
        if (orders_[i].key == key) {
            QStandardItem* item = items_.item(static_cast<int>(i));
            item->setData(small, kPictureRole);
            Q_EMIT pictureShown(item->text());
        }
    }
}

bool ViewGallery::isDrawn() const {
    return !ordered_.empty() && std::ranges::all_of(ordered_, [this](const QString& key) {
        return pictures_.contains(key);
    });
}

QStringList ViewGallery::titlesShown() const {
    QStringList titles;
    for (int row = 0; row < shown_.rowCount(); ++row) {
        titles << shown_.index(row, 0).data().toString();
    }
    return titles;
}

const SavedView* ViewGallery::chosenSaved() const {
    const QModelIndex index = list_->currentIndex();
    return index.isValid() && index.data(kSavedRole).toBool()
               ? &saved_[static_cast<std::size_t>(index.data(kNumberRole).toInt())]
               : nullptr;
}

const panels::Panel* ViewGallery::chosenPanel() const {
    return panels::find_panel(list_->currentIndex().data(kPanelRole).toString().toStdString());
}

void ViewGallery::choose() {
    const bool saved = chosenSaved() != nullptr;
    const panels::Panel* const panel = chosenPanel();
    lesson_->setText(panel == nullptr ? QString() : lessonOf(*panel, document_->tickedStudies()));
    measure_->setEnabled(panel != nullptr && panels::experiment_of(*panel) != nullptr);
    show_->setEnabled(list_->currentIndex().isValid() &&
                      (panel == nullptr || !panel->views.empty()));
    rename_->setEnabled(saved);
    remove_->setEnabled(saved);
}

void ViewGallery::showChosen() {
    const QModelIndex index = list_->currentIndex();
    if (!index.isValid()) {
        return;
    }
    const PreviewOrder order = orders_[static_cast<std::size_t>(index.data(kNumberRole).toInt())];
    if (order.showIn) {  // else it cannot be drawn, as the lesson says
        close();
        order.showIn(document_);
    }
}

void ViewGallery::measureChosen() {
    if (const panels::Panel* const panel = chosenPanel()) {
        const QString experiment = QString::fromLatin1(panel->experiment);
        close();
        Q_EMIT measureAsked(experiment);
    }
}

void ViewGallery::follow(const QString& link) {
    const auto behind = [&](const char* beginning) {
        return link.startsWith(QLatin1String(beginning)) ? link.section(u':', 1) : QString();
    };
    if (const QString key = behind(kSettingLink); !key.isEmpty()) {
        close();
        Q_EMIT settingAsked(key);
    } else if (const QString name = behind(kScenarioLink); !name.isEmpty()) {
        close();
        Q_EMIT scenarioAsked(name);
    }
}

void ViewGallery::renameChosen() {
    const SavedView* view = chosenSaved();
    if (view == nullptr) {
        return;
    }
    bool accepted = false;
    const SavedView before = *view;
    const QString title = QInputDialog::getText(this,
                                                tr("Rename the view"),
                                                tr("Name (a view with the same name is replaced):"),
                                                QLineEdit::Normal,
                                                before.title,
                                                &accepted)
                              .trimmed();
    if (accepted) {
        keeper_->rename(before, title);
    }
}

void ViewGallery::removeChosen() {
    if (const SavedView* view = chosenSaved()) {
        keeper_->remove(SavedView(*view));
    }
}

bool ViewGallery::eventFilter(QObject* watched, QEvent* event) {
    if (watched == list_->viewport() && event->type() == QEvent::Resize) {
        look_.start();
    }
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
            case Qt::Key_Down:
                list_->setFocus(Qt::TabFocusReason);
                return true;
            case Qt::Key_Return:
            case Qt::Key_Enter:
                showChosen();
                return true;
            default:
                break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void ViewGallery::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete) {
        return removeChosen();
    }
    QDialog::keyPressEvent(event);
}

}  // namespace throughline::ui
