// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_page.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPrintDialog>
#include <QPrinter>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/base/file_descriptor.h"
#include "ui/plot/plot_export.h"
#include "ui/report/report_pdf.h"
#include "ui/style/icons.h"
#include "ui/style/key_action.h"
#include "ui/style/last_folder.h"
#include "ui/style/said.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kLaterMs = 120;  ///< after a key: pages are laid out when typing rests
constexpr int kSideChars = 33;

QToolButton* button(const QString& text, const QString& tip) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setToolTip(tip);
    made->setFocusPolicy(Qt::StrongFocus);
    return made;
}

/// "ws42, nvme0n1, /data/photos": what a reader would learn.
QString namesText(const std::vector<record::PrivateName>& names) {
    QStringList all;
    for (const record::PrivateName& one : names) {
        const bool hash = one.instead.starts_with("machine-") || one.instead.starts_with("disk-");
        if (!hash) {  // which names nobody, and is left out too
            all << QString::fromStdString(one.name);
        }
    }
    all.sort();
    all.removeDuplicates();
    std::ranges::stable_partition(all, [](const QString& name) { return !name.startsWith(u'/'); });
    return all.join(QStringLiteral(", "));
}

}  // namespace

ReportPage::ReportPage(const QString& folder, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent),
      saved_(folder),
      last_file_(folder + QStringLiteral("/last/report.json")),
      pages_(new QStackedWidget),
      start_(new ReportStart),
      preview_(new ReportPreview),
      list_(new BlockList(&document_)),
      editor_(new BlockEditor(&document_)),
      title_(new QLineEdit),
      asked_(new QLineEdit),
      private_(new QCheckBox(tr("Leave names out"))),
      language_(new QComboBox),
      names_(new QLabel),
      open_menu_(new QMenu(this)) {
    pages_->addWidget(start_);
    pages_->addWidget(preview_);
    addWidget(pages_);
    addWidget(makeSide());
    setStretchFactor(0, 1);
    setStretchFactor(1, 0);
    setChildrenCollapsible(false);
    later_.setSingleShot(true);
    later_.setInterval(kLaterMs);
    connect(&later_, &QTimer::timeout, this, &ReportPage::compose);
    connect(&document_, &ReportDocument::changed, this, &ReportPage::refresh);
    connect(&document_, &ReportDocument::chosenChanged, this, [this] {
        preview_->setChosen(document_.chosen());
        preview_->scrollToBlock(document_.chosen());
    });
    connect(list_, &BlockList::added, this, [this] {
        (editor_->text()->isVisibleTo(editor_) ? static_cast<QWidget*>(editor_->text())
                                               : editor_->heading())
            ->setFocus(Qt::OtherFocusReason);
    });
    connect(preview_, &ReportPreview::blockClicked, &document_, &ReportDocument::choose);
    connect(open_menu_, &QMenu::aboutToShow, this, &ReportPage::fillOpenMenu);
    if (const auto text = read_whole_file(last_file_.toStdString())) {
        if (const auto last = report::parse_definition(*text)) {
            document_.open(*last);
        }
    }
    if (document_.isEmpty()) {  // one that is begun speaks as the window does
        document_.setLanguage(spoken());
    }
    document_.undoStack()->clear();
    refresh();
}

ReportPage::~ReportPage() {
    QDir().mkpath(QFileInfo(last_file_).absolutePath());
    // Nothing can be done about a folder that may not be written to, now.
    static_cast<void>(write_file_atomically(last_file_.toStdString(),
                                            report::definition_json(document_.definition())));
}

QAction* ReportPage::addCommand(const char* icon_name,
                                const QString& text,
                                const QKeySequence& key,
                                const QString& tip,
                                const std::function<void()>& what) {
    QAction* action = keyActionOf(this, icon_name, text, key, tip, what);
    action->setShortcutContext(Qt::WindowShortcut);  // wherever the focus is; hidden, it has none
    actions_ << action;
    return action;
}

QWidget* ReportPage::makeBar() {
    auto* bar = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(bar, 4);
    auto* open = button(tr("Open"), tr("Begin with a template, or open a saved report"));
    open->setIcon(icon(QStringLiteral("open")));
    open->setPopupMode(QToolButton::InstantPopup);
    open->setMenu(open_menu_);
    auto* keep = new QToolButton;
    keep->setDefaultAction(addCommand("save",
                                      tr("Save"),
                                      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
                                      tr("Keep the report under its title, to be made again"),
                                      [this] { save(); }));
    auto* out = button(tr("Export"), tr("Write the report to a file, or print it"));
    out->setIcon(icon(QStringLiteral("export")));
    out->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(out);
    menu->setToolTipsVisible(true);
    menu->addAction(addCommand(
        "export",
        tr("Report (PDF, HTML, ODT, Markdown)…"),
        QKeySequence(Qt::CTRL | Qt::Key_E),
        tr("Write the report; PDF, HTML and ODT carry their records and can be verified"),
        [this] { askAndExport(false); }));
    menu->addAction(addCommand("gallery",
                               tr("Slides (PDF)…"),
                               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
                               tr("Write one message a page, in large type"),
                               [this] { askAndExport(true); }));
    menu->addSeparator();
    menu->addAction(addCommand("table",
                               tr("Print…"),
                               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                               tr("Print the report as it is previewed"),
                               [this] { print(); }));
    out->setMenu(menu);
    for (QToolButton* one : {open, keep, out}) {
        one->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        one->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(one);
    }
    row->addStretch(1);
    return bar;
}

QWidget* ReportPage::makeLanguages() {
    for (const Language language : all_languages()) {
        language_->addItem(QString::fromUtf8(name_of(language)), QVariant::fromValue(language));
    }
    language_->setObjectName(QStringLiteral("reportLanguage"));
    language_->setAccessibleName(tr("Language of the report"));
    language_->setToolTip(tr("Choose the language that the report is written in"));
    connect(language_, &QComboBox::activated, this, [this] {
        document_.setLanguage(language_->currentData().value<Language>());
    });
    auto* label = new QLabel(tr("Language"));
    label->setBuddy(language_);
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label);
    row->addWidget(language_, 1);
    return bar;
}

QWidget* ReportPage::makeSide() {
    title_->setAccessibleName(tr("Title of the report"));
    title_->setToolTip(tr("Type the title of the report"));
    title_->setPlaceholderText(tr("Title"));
    asked_->setAccessibleName(tr("Question of the report"));
    asked_->setToolTip(tr("Type the question that the report answers"));
    asked_->setPlaceholderText(tr("Question"));
    private_->setToolTip(tr("Leave hosts, users, paths and devices out of pages and records"));
    names_->setWordWrap(true);
    names_->setFont(smallFont());
    setInk(names_, &Theme::mutedText);
    connect(title_, &QLineEdit::textEdited, &document_, &ReportDocument::setTitle);
    connect(asked_, &QLineEdit::textEdited, &document_, &ReportDocument::setQuestion);
    connect(private_, &QCheckBox::toggled, &document_, &ReportDocument::setPrivate);
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(8);
    column->addWidget(makeBar());
    column->addWidget(title_);
    column->addWidget(asked_);
    column->addWidget(list_, 1);
    column->addWidget(editor_);
    column->addWidget(makeLanguages());
    column->addWidget(private_);
    column->addWidget(names_);
    side->setMinimumWidth(fontMetrics().averageCharWidth() * kSideChars);
    side->setMaximumWidth(fontMetrics().averageCharWidth() * kSideChars * 2);
    return side;
}

std::vector<ReportBeginning> ReportPage::beginnings() {
    std::vector<ReportBeginning> all;
    for (const report::Template& one : report::all_templates()) {
        const QString question = one.question[0] == '\0'
                                     ? tr("An empty page for your own words and charts")
                                     : ui::said(one.question);
        all.push_back({.title = ui::said(one.title), .what = question, .begin = [this, &one] {
                           Q_EMIT studiesAsked(one);
                       }});
    }
    for (const report::Definition& one : saved_.list()) {
        all.push_back({.title = QString::fromStdString(one.title),
                       .what = tr("Open the saved report"),
                       .saved = true,
                       .begin = [this, one] { document_.open(one); }});
    }
    return all;
}

void ReportPage::fillOpenMenu() {
    open_menu_->clear();
    open_menu_->setToolTipsVisible(true);
    open_menu_->addSection(tr("Begin with the plotted studies"));
    bool saved = false;
    for (const ReportBeginning& one : beginnings()) {
        if (one.saved && !saved) {
            open_menu_->addSection(tr("Saved reports"));
            saved = true;
        }
        QAction* action = open_menu_->addAction(one.title);
        action->setToolTip(one.what);
        connect(action, &QAction::triggered, this, one.begin);
    }
}

void ReportPage::begin(const report::Template& asked, const std::vector<std::string>& studies) {
    report::Definition definition = report::definition_from(asked, document_.definition().language);
    definition.studies = studies;
    document_.open(definition);
}

void ReportPage::save() {
    if (document_.definition().title.empty()) {
        Q_EMIT failed(tr("Give the report a title first: it is kept under it."));
        title_->setFocus(Qt::OtherFocusReason);
        return;
    }
    if (const auto kept = saved_.save(document_.definition()); !kept) {
        Q_EMIT failed(QString::fromStdString(kept.error().what));
        return;
    }
    Q_EMIT said(tr("“%1” was saved.").arg(QString::fromStdString(document_.definition().title)));
}

void ReportPage::setProvider(SourcesProvider provider) {
    provider_ = std::move(provider);
    read();
}

void ReportPage::refreshStudies() {
    read_studies_.clear();
    refresh();
}

void ReportPage::refresh() {
    const report::Definition& definition = document_.definition();
    const auto show = [](QLineEdit* edit, const std::string& text) {
        if (const QString now = QString::fromStdString(text); edit->text() != now) {
            edit->setText(now);
            edit->setCursorPosition(0);  // the beginning of a long one is seen
        }
    };
    show(title_, definition.title);
    show(asked_, definition.question);
    {
        const QSignalBlocker quiet(private_);
        private_->setChecked(definition.is_private);
    }
    language_->setCurrentIndex(language_->findData(QVariant::fromValue(definition.language)));
    preview_->setChosen(document_.chosen());
    const bool others =
        read_studies_ != definition.studies || read_private_ != definition.is_private;
    if (others || !sources_) {
        read();
    } else {
        later_.start();
    }
}

void ReportPage::read() {
    const report::Definition& definition = document_.definition();
    if (definition.blocks.empty() || definition.studies.empty()) {
        sources_.reset();
        names_->clear();
    }
    if (definition.blocks.empty()) {
        if (pages_->currentWidget() != start_ || start_->isEmpty()) {
            start_->setBeginnings(beginnings());
            pages_->setCurrentWidget(start_);
        }
        return;
    }
    pages_->setCurrentWidget(preview_);
    if (definition.studies.empty()) {
        preview_->setProblem(
            tr("No study is in the report yet. Press Ctrl+Shift+R beside a "
               "result, a chart or figures to add it."));
        return;
    }
    if (!provider_) {
        return;
    }
    read_studies_ = definition.studies;
    read_private_ = definition.is_private;
    provider_(definition,
              [this, question = ++question_](Result<std::shared_ptr<const ReportSources>> sources) {
                  if (question != question_) {
                      return;
                  }
                  if (!sources) {
                      sources_.reset();
                      preview_->setProblem(QString::fromStdString(sources.error().what));
                      return;
                  }
                  sources_ = *std::move(sources);
                  showNames();
                  compose();
              });
}

void ReportPage::showNames() {
    const QString names = namesText(sources_->names);
    const bool hidden = document_.definition().is_private;
    constexpr qsizetype kChars = 120;
    const QString shown = names.size() > kChars ? names.left(kChars) + QChar(0x2026) : names;
    names_->setText(names.isEmpty() ? QString()
                    : hidden        ? tr("Left out: %1").arg(shown)
                                    : tr("The report tells: %1").arg(shown));
    names_->setToolTip(names.isEmpty() ? QString()
                                       : QStringLiteral("<p>%1</p>").arg(names.toHtmlEscaped()));
}

void ReportPage::compose() {
    if (!sources_) {
        return;
    }
    auto composed = composeReport(*sources_, document_.definition());
    if (!composed) {
        preview_->setProblem(QString::fromStdString(composed.error().what));
        return;
    }
    preview_->setReport(std::make_shared<const ComposedReport>(*std::move(composed)));
    preview_->setChosen(document_.chosen());
    preview_->scrollToBlock(document_.chosen());
}

Result<void> ReportPage::exportTo(const QString& path, bool deck) {
    if (!sources_) {
        return usage_error(tr("The report is empty.").toStdString());
    }
    const MadeBy by = madeNow();
    const auto made = makeReport(*sources_, document_.definition(), by.date, by.program);
    return made ? writeReport(*made, path, deck) : Result<void>(made.error());
}

void ReportPage::askAndExport(bool deck) {
    auto* dialog = new QFileDialog(window(),
                                   deck ? tr("Export slides") : tr("Export report"),
                                   folderFor(settings_, FolderFor::Reports));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(deck ? QStringList{tr("Slides (*.pdf)")}
                                : QStringList{tr("PDF report (*.pdf)"),
                                              tr("Web page (*.html)"),
                                              tr("Text document (*.odt)"),
                                              tr("Markdown with pictures (*.md)")});
    dialog->setDefaultSuffix(QStringLiteral("pdf"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(QStringLiteral("*."), 1).chopped(1));
    });
    dialog->selectFile(fileNameOf(title_->text().isEmpty() ? tr("report") : title_->text()));
    connect(dialog, &QFileDialog::fileSelected, this, [this, deck](const QString& path) {
        rememberFolder(settings_, FolderFor::Reports, path);
        const auto done = exportTo(path, deck);
        if (done) {
            Q_EMIT saved(path);
        } else {
            Q_EMIT failed(QString::fromStdString(done.error().what));
        }
    });
    dialog->open();
}

void ReportPage::print() {
    const ReportPages* pages = preview_->pages();
    if (pages == nullptr) {
        Q_EMIT failed(tr("There is nothing to print yet."));
        return;
    }
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageSize(QPageSize(QPageSize::A4));
    printer.setFullPage(true);
    printer.setDocName(title_->text());
    QPrintDialog dialog(&printer, window());
    dialog.setMinMax(1, static_cast<int>(pages->count()));
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    QPainter painter(&printer);
    const double scale = printer.resolution() / 72.0;
    painter.scale(scale, scale);
    for (std::size_t page = 0; page < pages->count(); ++page) {
        if (page > 0) {
            printer.newPage();
        }
        pages->paint(painter, page, QString());
    }
}

}  // namespace throughline::ui
