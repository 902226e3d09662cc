// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of the catalogue as pickers and tooltips show them.
#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "engine/base/format.h"
#include "ui/whatif/input_table_model.h"

namespace throughline::ui {

namespace {

QString words(const char* text) {
    return QCoreApplication::translate("throughline::whatif", text);
}

QString figure(const char* label, const catalog::Figure& value, const char* unit) {
    const QString text = value.value
                             ? QString::fromStdString(format_quantity(*value.value, unit))
                             : QStringLiteral("– (%1)").arg(QString::fromStdString(value.gap));
    return QStringLiteral("%1: %2").arg(words(label), text);
}

QString sourceLine(const catalog::Catalog& catalog, const std::vector<std::string>& ids) {
    QStringList lines;
    for (const auto& id : ids) {
        const auto* source = catalog.find_source(id);
        if (source != nullptr) {
            lines << words("Source: %1, %2")
                         .arg(QString::fromStdString(source->title),
                              QString::fromStdString(source->date));
        }
    }
    return lines.join(u'\n');
}

QString makerLine(const catalog::Maker& maker) {
    return maker.is_users() ? words("Your own entry, in %1").arg(QString::fromStdString(maker.file))
                            : QString();
}

/// "usd_per_gb_month" -> "per GB and month".
QString partTitle(const std::string& name) {
    using Title = std::pair<std::string_view, const char*>;
    constexpr std::array kTitles{
        Title{"usd_per_gb_month", QT_TRANSLATE_NOOP("throughline::whatif", "per GB and month")},
        Title{"usd_per_gib_month", QT_TRANSLATE_NOOP("throughline::whatif", "per GiB and month")},
        Title{"usd_per_iops_month", QT_TRANSLATE_NOOP("throughline::whatif", "per IOPS and month")},
        Title{"usd_per_iops_month_above_3000",
              QT_TRANSLATE_NOOP("throughline::whatif", "per IOPS above 3000 and month")},
        Title{"usd_per_mbps_month", QT_TRANSLATE_NOOP("throughline::whatif", "per MB/s and month")},
        Title{"usd_per_mibps_month_above_125",
              QT_TRANSLATE_NOOP("throughline::whatif", "per MiB/s above 125 and month")},
        Title{"usd_per_provisioned_mbps_month",
              QT_TRANSLATE_NOOP("throughline::whatif", "per provisioned MB/s and month")},
        Title{"usd_per_1000_get", QT_TRANSLATE_NOOP("throughline::whatif", "per 1000 GET")},
        Title{"usd_per_10000_get", QT_TRANSLATE_NOOP("throughline::whatif", "per 10000 GET")},
        Title{"usd_per_gb_read", QT_TRANSLATE_NOOP("throughline::whatif", "per GB read")},
        Title{"usd_per_gb_read_elastic",
              QT_TRANSLATE_NOOP("throughline::whatif", "per GB read, elastic")},
        Title{"usd_per_hour", QT_TRANSLATE_NOOP("throughline::whatif", "per hour")}};
    const auto* found = std::find_if(
        kTitles.begin(), kTitles.end(), [&](const Title& one) { return one.first == name; });
    return found == kTitles.end() ? QString::fromStdString(name).replace(u'_', u' ')
                                  : words(found->second);
}

/// List prices with their date, region and source; "" where there are none.
QString priceLine(const catalog::Catalog& catalog, const catalog::Price& price) {
    QStringList parts;
    for (const auto& [name, amount] : price.amounts) {
        parts << QStringLiteral("$%1 %2").arg(QString::number(amount, 'g', 6), partTitle(name));
    }
    QStringList details;
    for (const auto& text : {price.basis, price.date, price.region, price.note}) {
        if (!text.empty()) {
            details << QString::fromStdString(text);
        }
    }
    if (const auto* source = catalog.find_source(price.source)) {
        details << QString::fromStdString(source->title);
    }
    if (parts.isEmpty()) {
        return details.isEmpty() ? QString()
                                 : words("Price: %1").arg(details.join(QStringLiteral(", ")));
    }
    return words("Price: %1 (%2)")
        .arg(parts.join(QStringLiteral(", ")), details.join(QStringLiteral(", ")));
}

QString tipOf(const catalog::Catalog& catalog, const catalog::StorageTarget& target) {
    const QString price =
        target.price ? priceLine(catalog, *target.price)
        : target.price_gap.empty()
            ? QString()
            : words("Price: – (%1)").arg(QString::fromStdString(target.price_gap));
    QStringList lines{QString::fromStdString(target.name),
                      figure("Reads", target.read_bytes_per_s, "bytes/s"),
                      figure("IOPS", target.read_iops, "1/s"),
                      figure("Latency", target.latency_s, "s"),
                      price,
                      sourceLine(catalog, target.sources),
                      makerLine(target.maker)};
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString tipOf(const catalog::Catalog& catalog, const catalog::Instance& instance) {
    const QString price =
        instance.usd_per_hour.value
            ? words("$%1 per hour, %2, %3")
                  .arg(QString::number(*instance.usd_per_hour.value),
                       QString::fromStdString(instance.price_date),
                       QString::fromStdString(instance.price_region))
            : words("Price: %1").arg(QString::fromStdString(instance.usd_per_hour.gap));
    return QStringList{QString::fromStdString(instance.id + ", " + instance.gpu),
                       figure("GPUs", instance.gpus, ""),
                       figure("vCPUs", instance.vcpus, ""),
                       figure("Network, Gbit/s", instance.network_gbit_s, ""),
                       price,
                       sourceLine(catalog, instance.sources),
                       makerLine(instance.maker)}
        .join(u'\n')
        .trimmed();
}

template <class Entry, class Name>
void collect(const std::vector<Entry>& entries,
             const Name& name,
             std::vector<std::pair<QString, QString>>& into) {
    for (const auto& entry : entries) {
        into.emplace_back(QString::fromStdString(entry.id), QString::fromStdString(name(entry)));
    }
}

}  // namespace

std::vector<std::pair<QString, QString>> catalogEntries(const catalog::Catalog& catalog,
                                                        CatalogKind kind) {
    std::vector<std::pair<QString, QString>> entries;
    switch (kind) {
        case CatalogKind::Storage:
            collect(catalog.storage(), [](const auto& entry) { return entry.name; }, entries);
            break;
        case CatalogKind::Instance:
            collect(
                catalog.instances(),
                [](const auto& entry) {
                    return entry.gpu.empty() ? entry.id : entry.id + ", " + entry.gpu;
                },
                entries);
            break;
        case CatalogKind::Link:
            collect(catalog.links(), [](const auto& entry) { return entry.name; }, entries);
            break;
        case CatalogKind::Network:
            collect(catalog.networks(), [](const auto& entry) { return entry.label; }, entries);
            break;
    }
    return entries;
}

QString catalogTip(const catalog::Catalog& catalog, CatalogKind kind, const std::string& id) {
    if (kind == CatalogKind::Storage) {
        const auto* target = catalog.find_storage(id);
        return target == nullptr ? QString() : tipOf(catalog, *target);
    }
    if (kind == CatalogKind::Instance) {
        const auto* instance = catalog.find_instance(id);
        return instance == nullptr ? QString() : tipOf(catalog, *instance);
    }
    if (kind == CatalogKind::Link) {
        const auto* link = catalog.find_link(id);
        return link == nullptr ? QString()
                               : QString::fromStdString(link->name + "\n" + link->note).trimmed() +
                                     u'\n' + sourceLine(catalog, link->sources);
    }
    const auto* network = catalog.find_network(id);
    return network == nullptr
               ? QString()
               : QStringList{QString::fromStdString(network->label),
                             figure("Parameters", network->params, ""),
                             figure("Gradients", network->gradient_bytes, "bytes"),
                             figure("Image on the device", network->tensor_bytes, "bytes"),
                             QString::fromStdString(network->note)}
                     .join(u'\n')
                     .trimmed();
}

}  // namespace throughline::ui
