// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <functional>
#include <memory>

#include "ui/report/block_editor.h"
#include "ui/report/block_list.h"
#include "ui/report/report_document.h"
#include "ui/report/report_preview.h"
#include "ui/report/report_sources.h"
#include "ui/report/report_start.h"
#include "ui/report/saved_reports.h"

namespace throughline::ui {

/// Reads what a definition names, off the GUI thread, and answers on it: the sources, and the
/// definition as they were read for.
using SourcesAnswer = std::function<void(Result<std::shared_ptr<const ReportSources>>)>;
using SourcesProvider =
    std::function<void(const report::Definition& definition, const SourcesAnswer& answer)>;

/// A report while it is made: its pages as they will be printed on the left, what it is made of on
/// the right. New runs drop in when the studies are read again.
/// Thread: GUI; studies are read by the provider.
class ReportPage : public QSplitter {
    Q_OBJECT
public:
    /// `folder`: where reports are kept. Goes on with the one that was on screen last.
    explicit ReportPage(const QString& folder, QWidget* parent = nullptr);
    ~ReportPage() override;

    ReportDocument* document() { return &document_; }
    ReportPreview* preview() { return preview_; }
    BlockList* blocks() { return list_; }
    BlockEditor* editor() { return editor_; }
    QList<QAction*> actions() const { return actions_; }

    void setProvider(SourcesProvider provider);
    /// Where its dialogs begin is remembered there; borrowed.
    void setSettings(QSettings* settings) { settings_ = settings; }
    /// Titles or figures of studies may be others now.
    void refreshStudies();
    /// What a template begins with, of these studies.
    void begin(const report::Template& asked, const std::vector<std::string>& studies);
    /// Errors: Usage: there is nothing yet; those of writeReport().
    Result<void> exportTo(const QString& path, bool deck);

Q_SIGNALS:
    /// Which studies are plotted, for what begins anew.
    void studiesAsked(const throughline::report::Template& asked);
    void failed(const QString& why);
    void said(const QString& message);
    void saved(const QString& path);

private:
    QWidget* makeSide();
    QWidget* makeLanguages();
    QWidget* makeBar();
    std::vector<ReportBeginning> beginnings();
    void fillOpenMenu();
    void save();
    void askAndExport(bool deck);
    void print();
    void refresh();
    void read();
    void compose();
    void showNames();
    /// Of the tab alone: its key works while the tab is in front, wherever the focus is.
    QAction* addCommand(const char* icon_name,
                        const QString& text,
                        const QKeySequence& key,
                        const QString& tip,
                        const std::function<void()>& what);

    ReportDocument document_;
    SavedReports saved_;
    QString last_file_;
    SourcesProvider provider_;
    std::shared_ptr<const ReportSources> sources_;
    std::vector<std::string> read_studies_;
    bool read_private_ = false;
    std::uint64_t question_ = 0;
    QTimer later_;
    QStackedWidget* pages_;
    ReportStart* start_;
    ReportPreview* preview_;
    BlockList* list_;
    BlockEditor* editor_;
    QLineEdit* title_;
    QLineEdit* asked_;
    QCheckBox* private_;
    QComboBox* language_;
    QLabel* names_;
    QMenu* open_menu_;
    QList<QAction*> actions_;
    QSettings* settings_ = nullptr;  // borrowed; null: nothing is remembered
};

}  // namespace throughline::ui
