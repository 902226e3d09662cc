// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/things_to_find.h"

#include <QPointer>

#include "engine/analysis/emulation.h"
#include "ui/bridge/paths.h"
#include "ui/charts/saved_views.h"
#include "ui/charts/study_views.h"
#include "ui/measure/presets.h"
#include "ui/shell/help_pages.h"
#include "ui/shell/main_window.h"
#include "ui/style/icons.h"
#include "ui/style/key_action.h"

namespace throughline::ui {

namespace {

QString words(const char* text) {
    return MainWindow::tr(text);
}

QString wordsOfEngine(const std::string& of) {
    return QString::fromStdString(of);
}

void addStudies(MainWindow* window, std::vector<Thing>& things) {
    LibraryPanel* library = window->libraryPanel();
    for (const store::StudyRow& study : library->model()->studies()) {
        const std::int64_t id = study.id;
        things.push_back(
            {.title = wordsOfEngine(analysis::marked_title(study.title, study.emulated)),
             .kind = words("Study"),
             .words = wordsOfEngine(study.host + " " + study.tool + " " + study.device),
             .icon = icon(QStringLiteral("dataset")),
             .tip = words("Show the page of this study; with Shift, plot it"),
             .choose = [library, id] { Q_EMIT library->opened(id); },
             .choose_with_shift = [library, id] { library->togglePlotted({id}); }});
    }
}

void addViews(MainWindow* window, std::vector<Thing>& things) {
    ExploreDocument* charts = window->explore()->document();
    const auto add = [&](const QString& title, const QString& tip, std::function<void()> show) {
        things.push_back({.title = title,
                          .kind = words("View"),
                          .icon = icon(QStringLiteral("explore")),
                          .tip = tip,
                          .choose = [window, show = std::move(show)] {
                              window->showPage(MainWindow::Page::Explore);
                              show();
                          }});
    };
    for (const SavedView& view : SavedViews(viewsFolder()).list()) {
        add(view.title, words("Show this chart again with its studies"), [charts, view] {
            charts->showSavedView(view);
        });
    }
    for (const StudyView& view : studyViews()) {
        add(view.title, view.what, [charts, view] { charts->showView(view); });
    }
}

void addQuantities(MainWindow* window, std::vector<Thing>& things) {
    ExploreWidget* explore = window->explore();
    for (const Field& field : explore->document()->fields()) {
        const auto put = [window, explore, key = wordsOfEngine(field.key)](PlotSide side) {
            window->showPage(MainWindow::Page::Explore);
            explore->putOnAxis(key, side);
        };
        things.push_back({.title = field.title,
                          .kind = words("Quantity"),
                          .words = wordsOfEngine(field.key),
                          .icon = icon(QStringLiteral("explore")),
                          .tip = words("Show this quantity on y; with Shift, on x"),
                          .choose = [put] { put(PlotSide::Y); },
                          .choose_with_shift = [put] { put(PlotSide::X); }});
    }
}

void addScenarios(MainWindow* window, std::vector<Thing>& things) {
    ScenarioDocument* document = window->whatIf()->document();
    things.push_back({.title = words("Save scenarios as…"),
                      .kind = words("What if"),
                      .icon = icon(QStringLiteral("export")),
                      .tip = words("Save the scenarios in another file"),
                      .choose = [window] { window->whatIf()->files()->askAndSave(true); }});
    for (int column = 0; column < document->columnCount(); ++column) {
        things.push_back({.title = document->columnName(column),
                          .kind = words("Scenario"),
                          .icon = icon(QStringLiteral("help")),
                          .tip = words("Show what this scenario would deliver"),
                          .choose = [window, document, column] {
                              window->showPage(MainWindow::Page::WhatIf);
                              document->choose(column);
                          }});
    }
}

void addMeasurements(MainWindow* window, std::vector<Thing>& things) {
    for (const Preset preset : kPresets) {
        things.push_back({.title = titleOf(preset),
                          .kind = words("Measurement"),
                          .words = meaningOf(preset, 0) + u' ' +
                                   (preset == Preset::Observe ? words("running job") : QString()),
                          .icon = icon(QStringLiteral("new-measurement")),
                          .tip = words("Choose this measurement on the Measure tab"),
                          .enabled = window->measurement()->live() == nullptr,
                          .choose = [window, preset] {
                              window->showPage(MainWindow::Page::Measure);
                              window->measurePage()->form()->setPreset(preset);
                          }});
    }
}

void addSettings(MainWindow* window, std::vector<Thing>& things) {
    for (const spec::SettingInfo& setting : spec::all_settings()) {
        const QString title = settingTitle(setting.key);
        things.push_back({.title = title,
                          .kind = words("Setting"),
                          .words = wordsOfEngine(spec::search_text(setting)),
                          .icon = icon(QStringLiteral("settings")),
                          .tip = settingMeaning(setting),
                          .enabled = window->measurement()->live() == nullptr,
                          .choose = [window, key = std::string(setting.key)] {
                              window->showPage(MainWindow::Page::Measure);
                              window->measurePage()->form()->showSetting(key);
                          }});
    }
}

void addHelp(MainWindow* window, std::vector<Thing>& things) {
    for (const HelpPage& page : helpPages()) {
        things.push_back({.title = page.title,
                          .kind = words("Help"),
                          .icon = icon(QStringLiteral("help")),
                          .tip = words("Open this page of the help"),
                          .choose = [window, id = page.id] { window->showHelp(id); }});
    }
}

}  // namespace

std::vector<Thing> thingsOf(const QList<Command>& commands) {
    std::vector<Thing> things;
    for (const Command& command : commands) {
        const QPointer<QAction> action = command.action;
        things.push_back({.title = command.path,
                          .kind = action->shortcut().toString(QKeySequence::NativeText),
                          .words = keyWordsOf(*action),
                          .icon = action->icon(),
                          .tip = action->statusTip(),
                          .enabled = action->isEnabled(),
                          .choose = [action] {
                              if (action) {
                                  action->trigger();
                              }
                          }});
    }
    return things;
}

std::vector<Thing> thingsToFind(MainWindow* window) {
    std::vector<Thing> things = thingsOf(commandsOf(*window->menuBar()));
    for (const auto add : {addStudies,
                           addMeasurements,
                           addViews,
                           addQuantities,
                           addScenarios,
                           addSettings,
                           addHelp}) {
        add(window, things);
    }
    return things;
}

}  // namespace throughline::ui
