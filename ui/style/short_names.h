// SPDX-License-Identifier: GPL-3.0-or-later
// Names where there is little room: what tells them apart stays.
#pragma once

#include <QFontMetricsF>
#include <QString>
#include <QStringList>
#include <vector>

namespace throughline::ui {

/// Of each name how many characters, from its beginning, it shares with another one of the list, by
/// whole words: of "photos, 1–4 threads" beside "photos, 2 threads" those of "photos, ". 0: none,
/// also where the other name is the same.
/// Limits: sorts the list; 1,000 names take a millisecond.
std::vector<int> sharedBeginnings(const QStringList& names);

/// Where what sets a name apart begins, with the few words that it belongs to, from the last comma
/// on: of "photos, queue depth 28" beside "photos, queue depth 4" that is "queue depth 28".
int apartFrom(const QString& name, int shared);

/// "…1–4 threads": a name without what it shares.
QString withoutShared(const QString& name, int shared);

/// The name, no wider than `width` in pixels: what it shares is cut first, from its end, so that
/// "pho…1–4 threads" is left; where that is too much, its end, so that how it begins and something
/// of what sets it apart can be read. A name that shares nothing is known by its beginning.
QString shortName(const QString& name, int shared, const QFontMetricsF& metrics, double width);

/// Names as they are shown together, each no wider than its width in pixels, as shortName() has
/// them. Those that differ stay different for as long as a few letters have room: what they share
/// gives way, wherever in the names it stands, before what tells them apart.
/// Assumes: a width for each name. Limits: meant for some dozens of names.
QStringList shortNames(const QStringList& names,
                       const QFontMetricsF& metrics,
                       const std::vector<double>& widths);
QStringList shortNames(const QStringList& names, const QFontMetricsF& metrics, double width);

/// The same of names that are shortened by a way of one's own: `shown` stays as it is, except where
/// two names that differ would look alike.
void keepApart(QStringList& shown,
               const QStringList& names,
               const QFontMetricsF& metrics,
               const std::vector<double>& widths);

}  // namespace throughline::ui
