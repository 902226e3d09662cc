// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of the catalogue as pickers and tooltips show them.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "engine/base/format.h"
#include "engine/catalog/gpu_rate.h"
#include "ui/style/number_text.h"
#include "ui/whatif/input_table_model.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

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

/// "usd_per_iops_month_above_3000" -> "per IOPS and month above 3000".
QString partTitle(const std::string& name) {
    using Title = std::pair<std::string_view, const char*>;
    constexpr std::array kTitles{
        Title{"usd_per_gb_month", QT_TRANSLATE_NOOP("throughline::whatif", "per GB and month")},
        Title{"usd_per_gib_month", QT_TRANSLATE_NOOP("throughline::whatif", "per GiB and month")},
        Title{"usd_per_iops_month", QT_TRANSLATE_NOOP("throughline::whatif", "per IOPS and month")},
        Title{"usd_per_mbps_month", QT_TRANSLATE_NOOP("throughline::whatif", "per MB/s and month")},
        Title{"usd_per_mibps_month",
              QT_TRANSLATE_NOOP("throughline::whatif", "per MiB/s and month")},
        Title{"usd_per_provisioned_mbps_month",
              QT_TRANSLATE_NOOP("throughline::whatif", "per provisioned MB/s and month")},
        Title{"usd_per_1000_get",
              QT_TRANSLATE_NOOP("throughline::whatif", "per 1,000 GET requests")},
        Title{"usd_per_10000_get",
              QT_TRANSLATE_NOOP("throughline::whatif", "per 10,000 GET requests")},
        Title{"usd_per_gb_read", QT_TRANSLATE_NOOP("throughline::whatif", "per GB read")},
        Title{"usd_per_gb_read_elastic",
              QT_TRANSLATE_NOOP("throughline::whatif", "per GB read, elastic")},
        Title{"usd_per_hour", QT_TRANSLATE_NOOP("throughline::whatif", "per hour")}};
    constexpr std::string_view kAbove = "_above_";
    const std::string_view whole = name;
    const std::size_t tier = std::min(whole.find(kAbove), whole.size());
    const auto* found = std::ranges::find_if(
        kTitles, [&](const Title& one) { return one.first == whole.substr(0, tier); });
    if (found == kTitles.end()) {
        return QString::fromStdString(name).replace(u'_', u' ');
    }
    return tier == whole.size()
               ? words(found->second)
               : words("%1 above %2")
                     .arg(words(found->second),
                          QString::fromStdString(name.substr(tier + kAbove.size())));
}

/// List prices with their date, region and source; "" where there are none.
QString priceLine(const catalog::Catalog& catalog, const catalog::Price& price) {
    QStringList parts;
    for (const auto& [name, amount] : price.amounts) {
        parts << QStringLiteral("%1 %2").arg(moneyText(amount), withOneMark(partTitle(name)));
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

/// Those that say something, one below the other.
QString lines(QStringList texts) {
    texts.removeAll(QString());
    return texts.join(u'\n');
}

QString tipOf(const catalog::Catalog& catalog, const catalog::StorageTarget& target) {
    const QString price =
        target.price ? priceLine(catalog, *target.price)
        : target.price_gap.empty()
            ? QString()
            : words("Price: – (%1)").arg(QString::fromStdString(target.price_gap));
    return lines({QString::fromStdString(target.name),
                  figure("Reads", target.read_bytes_per_s, "bytes/s"),
                  figure("IOPS", target.read_iops, "1/s"),
                  figure("Latency", target.latency_s, "s"),
                  price,
                  sourceLine(catalog, target.sources),
                  makerLine(target.maker)});
}

QString tipOf(const catalog::Catalog& catalog, const catalog::Instance& instance) {
    const QString price =
        instance.usd_per_hour.value
            ? words("%1 per hour, %2, %3")
                  .arg(moneyText(*instance.usd_per_hour.value),
                       QString::fromStdString(instance.price_date),
                       QString::fromStdString(instance.price_region))
            : words("Price: %1").arg(QString::fromStdString(instance.usd_per_hour.gap));
    const std::string gpu = instance.gpu.empty() ? "" : ", " + instance.gpu;
    return lines({QString::fromStdString(instance.id + gpu),
                  figure("GPUs", instance.gpus, ""),
                  figure("vCPUs", instance.vcpus, ""),
                  figure("Network, Gbit/s", instance.network_gbit_s, ""),
                  price,
                  sourceLine(catalog, instance.sources),
                  makerLine(instance.maker)});
}

QString tipOf(const catalog::Catalog& catalog, const catalog::Link& link) {
    return lines({QString::fromStdString(link.name),
                  figure("Line", link.line_bits_per_s, "bits/s"),
                  QString::fromStdString(link.note),
                  sourceLine(catalog, link.sources),
                  makerLine(link.maker)});
}

QString tipOf(const catalog::Catalog& /*catalog*/, const catalog::Network& network) {
    return lines({QString::fromStdString(network.label),
                  figure("Parameters", network.params, ""),
                  figure("Gradients", network.gradient_bytes, "bytes"),
                  figure("Image on the device", network.tensor_bytes, "bytes"),
                  QString::fromStdString(network.note),
                  makerLine(network.maker)});
}

QString tipOf(const catalog::Catalog& catalog, const catalog::GpuRate& rate) {
    return lines({QString::fromStdString(name_of(rate)),
                  figure("Images/s of one", rate.images_per_s_1, ""),
                  figure("Images/s of eight", rate.images_per_s_8, ""),
                  figure("Contention between the GPUs of a node", rate.gpu_sigma, ""),
                  QString::fromStdString(rate.note),
                  sourceLine(catalog, {rate.source}),
                  makerLine(rate.maker)});
}

QString nameOf(const catalog::StorageTarget& target) {
    return QString::fromStdString(target.name);
}

QString nameOf(const catalog::Instance& instance) {
    return QString::fromStdString(instance.gpu.empty() ? instance.id
                                                       : instance.id + ", " + instance.gpu);
}

QString nameOf(const catalog::Link& link) {
    return QString::fromStdString(link.name);
}

QString nameOf(const catalog::Network& network) {
    return QString::fromStdString(network.label);
}

/// With its source: the same chip is quoted with very different rates.
QString nameOf(const catalog::GpuRate& rate) {
    return QString::fromStdString(name_of(rate) + " (" + rate.source + ")");
}

template <class Entry>
std::vector<std::pair<QString, QString>> named(const std::vector<Entry>& entries) {
    std::vector<std::pair<QString, QString>> names;
    names.reserve(entries.size());
    for (const auto& entry : entries) {
        names.emplace_back(QString::fromStdString(entry.id), nameOf(entry));
    }
    return names;
}

/// What `read` makes of an entry; an empty text where there is none of that id.
template <class Read>
QString withEntry(const catalog::Catalog& catalog,
                  CatalogKind kind,
                  const std::string& id,
                  const Read& read) {
    const auto text = [&](const auto& entry) { return entry ? read(*entry) : QString(); };
    switch (kind) {
        case CatalogKind::Storage:
            return text(catalog.find_storage(id));
        case CatalogKind::Instance:
            return text(catalog.find_instance(id));
        case CatalogKind::Link:
            return text(catalog.find_link(id));
        case CatalogKind::Network:
            return text(catalog.find_network(id));
        case CatalogKind::GpuRate:
            break;
    }
    return text(find_gpu_rate(catalog, id));
}

}  // namespace

std::vector<std::pair<QString, QString>> catalogEntries(const catalog::Catalog& catalog,
                                                        CatalogKind kind) {
    switch (kind) {
        case CatalogKind::Storage:
            return named(catalog.storage());
        case CatalogKind::Instance:
            return named(catalog.instances());
        case CatalogKind::Link:
            return named(catalog.links());
        case CatalogKind::Network:
            return named(catalog.networks());
        case CatalogKind::GpuRate:
            break;
    }
    return named(all_gpu_rates(catalog));
}

QString catalogName(const catalog::Catalog& catalog, CatalogKind kind, const std::string& id) {
    const QString name =
        withEntry(catalog, kind, id, [](const auto& entry) { return nameOf(entry); });
    return name.isEmpty() ? QString::fromStdString(id) : name;
}

QString catalogTip(const catalog::Catalog& catalog, CatalogKind kind, const std::string& id) {
    return withEntry(catalog, kind, id, [&](const auto& entry) { return tipOf(catalog, entry); });
}

}  // namespace throughline::ui
