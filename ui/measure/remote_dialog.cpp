// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/remote_dialog.h"

#include <QAbstractItemView>
#include <QDialogButtonBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/far_path.h"
#include "engine/base/format.h"
#include "ui/style/number_text.h"
#include "ui/style/said.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

// As storage.addressing has them.
constexpr std::array<const char*, 3> kAddressings{"auto", "path", "host"};
enum SignIn : std::uint8_t { kEnvironment, kProfile, kAnonymous };

QString textIn(const spec::Settings& settings, const char* key) {
    return QString::fromStdString(spec::text_or_empty(settings, key));
}

/// What is still being typed is not wrong yet.
bool mayBecomeAddress(const QString& typed) {
    return std::ranges::any_of(
        std::array{"s3://", "gs://", "https://", "http://", "webhdfs://", "swebhdfs://"},
        [&](const char* beginning) {
            return QLatin1String(beginning).startsWith(typed, Qt::CaseInsensitive);
        });
}

/// What Hadoop's own programs are given; its data are read by another protocol here.
bool isOfHadoopItself(const QString& address) {
    return address.startsWith(QLatin1String("hdfs://"), Qt::CaseInsensitive);
}

/// "" behind "webhdfs://" alone.
QString hostIn(const QString& address) {
    return address.section(u'/', 2, 2);
}

/// What `dataset test --json` answered.
QString successOf(const QJsonObject& answer) {
    const auto text = [&](const char* key) { return answer.value(QLatin1String(key)).toString(); };
    const int objects = answer.value(QLatin1String("objects")).toInt();  // of one page
    const bool more = answer.value(QLatin1String("has_more")).toBool();
    const QString first = text("first").section(u'/', -1);
    const QString size = bytesText(answer.value(QLatin1String("first_bytes")).toDouble());
    const QJsonValue seconds = answer.value(QLatin1String("first_byte_seconds"));
    QStringList sentences;
    if (!seconds.isDouble()) {
        sentences << RemoteDialog::tr(
            "It works: %n object(s) were listed, all of them empty.", nullptr, objects);
    } else {
        sentences
            << (more ? RemoteDialog::tr(
                           "It works: more than %n object(s); the first that is not empty is %1 "
                           "with %2.",
                           nullptr,
                           objects)
                     : RemoteDialog::tr(
                           "It works: %n object(s); the first that is not empty is %1 with %2.",
                           nullptr,
                           objects))
                   .arg(first, size)
            << RemoteDialog::tr("Its first byte came after %1 ms.")
                   .arg(QString::fromStdString(format_significant(1e3 * seconds.toDouble(), 2)));
    }
    sentences << RemoteDialog::tr("Asked was %1, signed in by %2.")
                     .arg(text("origin"), said(text("signed_in_by").toUtf8().constData()));
    return sentences.join(u' ');
}

}  // namespace

RemoteDialog::RemoteDialog(QString engine, const RemotePlace& place, QWidget* parent)
    : QDialog(parent), engine_(std::move(engine)) {
    setWindowTitle(tr("Add remote data"));
    build();
    fill(place);
    connect(&command_, &EngineCommand::finished, this, &RemoteDialog::takeAnswer);
    for (QLineEdit* field : findChildren<QLineEdit*>()) {
        connect(field, &QLineEdit::textChanged, this, &RemoteDialog::refresh);
    }
    for (QComboBox* field : findChildren<QComboBox*>()) {
        connect(field, &QComboBox::currentIndexChanged, this, &RemoteDialog::refresh);
    }
    for (QLineEdit* const field : {bucket_, address_}) {
        connect(field, &QLineEdit::textChanged, this, &RemoteDialog::takeAddress);
    }
    refresh();
    focusFirst();
    kind_->view()->viewport()->installEventFilter(this);
    // By keys one goes on through the kinds; by mouse the kind is chosen, and what is typed is
    // meant for its field.
    connect(kind_, &QComboBox::activated, this, [this] {
        if (std::exchange(by_mouse_, false)) {
            focusFirst();
        }
    });
}

void RemoteDialog::focusFirst() {
    (isByAddress()                                          ? address_
     : kind() == Kind::Other && endpoint_->text().isEmpty() ? endpoint_
                                                            : bucket_)
        ->setFocus();
}

bool RemoteDialog::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonRelease) {
        by_mouse_ = true;
    } else if (event->type() == QEvent::Show) {
        by_mouse_ = false;  // the list is opened again
    }
    return QDialog::eventFilter(watched, event);
}

void RemoteDialog::build() {
    form_ = new QFormLayout;
    buildFields();
    buildSignIn();
    answer_ = new QLabel;
    answer_->setWordWrap(true);
    answer_->setTextFormat(Qt::PlainText);
    answer_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    answer_->setMinimumHeight(fontMetrics().height() * 4);
    answer_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form_);
    // Not in the form: beside a row of wrapped text it gives rows that come back no height.
    layout->addWidget(keys_);
    layout->addWidget(answer_, 1);
    layout->addWidget(buildButtons());
    setMinimumWidth(fontMetrics().height() * 34);
}

void RemoteDialog::addRow(const QString& title, QWidget* field) {
    auto* label = new QLabel(title);
    label->setBuddy(field);
    form_->addRow(label, field);
}

void RemoteDialog::buildFields() {
    kind_ = new QComboBox;
    kind_->addItems({QStringLiteral("Amazon S3"),
                     QStringLiteral("Google Cloud Storage"),
                     tr("Another store with the interface of S3"),
                     tr("A file on a web server"),
                     tr("Hadoop's file system (WebHDFS)")});
    kind_->setToolTip(tr("Choose what kind of store the data lie in"));
    addRow(tr("&Store"), kind_);
    address_ = new QLineEdit;
    addRow(tr("&Address"), address_);
    endpoint_ = new QLineEdit;
    endpoint_->setPlaceholderText(QStringLiteral("http://127.0.0.1:9000"));
    endpoint_->setToolTip(tr("Type where the store answers, as its administrator names it"));
    addRow(tr("&Endpoint"), endpoint_);
    bucket_ = new QLineEdit;
    bucket_->setToolTip(tr("Type the bucket's name, or paste a whole address: s3://bucket/prefix"));
    addRow(tr("&Bucket"), bucket_);
    prefix_ = new QLineEdit;
    prefix_->setPlaceholderText(tr("the whole bucket"));
    prefix_->setToolTip(tr("Type the folder of the data in the bucket, or the name of one object"));
    addRow(tr("&Prefix"), prefix_);
    region_ = new QLineEdit;
    region_->setPlaceholderText(tr("as AWS_REGION says, else us-east-1"));
    region_->setToolTip(
        tr("Type the region that the bucket lies in; the test tells which it is if this is wrong"));
    addRow(tr("&Region"), region_);
    addressing_ = new QComboBox;
    addressing_->addItems(
        {tr("as the store expects it"), tr("in the path"), tr("in the host's name")});
    addressing_->setToolTip(
        tr("Choose where requests name the bucket; few stores need another than the first"));
    addRow(tr("Bucket's &name"), addressing_);
    data_nodes_ = new QLineEdit;
    data_nodes_->setPlaceholderText(tr("as the name node calls them"));
    data_nodes_->setToolTip(
        tr("Type where data nodes are whose names are not known here, with "
           "commas between: dn1=10.0.0.2, dn2:9864=127.0.0.1:19864"));
    addRow(tr("&Data nodes"), data_nodes_);
    ca_file_ = new QLineEdit;
    ca_file_->setPlaceholderText(tr("those of the system"));
    ca_file_->setToolTip(
        tr("Type the file of the certificates to trust, for a store with its own"));
    addRow(tr("&Certificates"), ca_file_);
}

void RemoteDialog::buildSignIn() {
    sign_in_ = new QComboBox;
    sign_in_->addItems({tr("With the keys of the environment or the default profile"),
                        tr("With a profile"),
                        tr("Not at all: the data are public")});
    sign_in_->setToolTip(tr("Choose whose keys the store is asked with"));
    addRow(tr("Sign &in"), sign_in_);
    profile_ = new QLineEdit;
    profile_->setPlaceholderText(QStringLiteral("default"));
    profile_->setToolTip(tr("Type the name of a profile in ~/.aws/credentials or ~/.aws/config"));
    addRow(tr("Pro&file"), profile_);
    keys_ = new QLabel;
    keys_->setWordWrap(true);
    setInk(keys_, &Theme::mutedText);
}

QWidget* RemoteDialog::buildButtons() {
    auto* buttons = new QDialogButtonBox;
    test_ = buttons->addButton(tr("&Test"), QDialogButtonBox::ActionRole);
    use_ = buttons->addButton(tr("&Use these data"), QDialogButtonBox::AcceptRole);
    QPushButton* cancel = buttons->addButton(QDialogButtonBox::Cancel);
    cancel->setToolTip(tr("Close and change nothing (Esc)"));
    connect(test_, &QPushButton::clicked, this, &RemoteDialog::test);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    use_->setDefault(true);
    return buttons;
}

void RemoteDialog::fill(const RemotePlace& place) {
    const std::string scheme = far_scheme(place.path.toStdString());
    endpoint_->setText(textIn(place.access, "storage.endpoint"));
    kind_->setCurrentIndex(static_cast<int>(scheme == "gs"                          ? Kind::Google
                                            : scheme == "http" || scheme == "https" ? Kind::Web
                                            : scheme.ends_with("hdfs")              ? Kind::Hdfs
                                            : endpoint_->text().isEmpty()           ? Kind::Amazon
                                                                                    : Kind::Other));
    if (isByAddress()) {
        address_->setText(place.path);
    } else if (!scheme.empty()) {
        bucket_->setText(place.path.section(u'/', 2, 2));
        prefix_->setText(place.path.section(u'/', 3));
    }
    region_->setText(textIn(place.access, "storage.region"));
    profile_->setText(textIn(place.access, "storage.profile"));
    data_nodes_->setText(textIn(place.access, "storage.data_nodes"));
    ca_file_->setText(textIn(place.access, "storage.ca_file"));
    const std::string addressing = spec::text_or_empty(place.access, "storage.addressing");
    for (std::size_t i = 0; i < kAddressings.size(); ++i) {
        if (addressing == kAddressings[i]) {
            addressing_->setCurrentIndex(static_cast<int>(i));
        }
    }
    const bool anonymous = spec::text_or_empty(place.access, "storage.sign_in") == "anonymous";
    sign_in_->setCurrentIndex(anonymous                    ? kAnonymous
                              : profile_->text().isEmpty() ? kEnvironment
                                                           : kProfile);
    shown_ = place;
}

void RemoteDialog::takeAddress(const QString& text) {
    const QString address = text.trimmed();
    const std::string scheme = far_scheme(address.toStdString());
    const bool hdfs = scheme.ends_with("hdfs") || isOfHadoopItself(address);
    if (hdfs || scheme == "http" || scheme == "https") {
        kind_->setCurrentIndex(static_cast<int>(hdfs ? Kind::Hdfs : Kind::Web));
        if (address_->text() != text) {
            address_->setText(address);
        }
        address_->setFocus();  // what is typed goes on there
        bucket_->clear();
        return;
    }
    if (scheme.empty()) {
        return;
    }
    if (scheme == "gs" || kind() == Kind::Google || isByAddress()) {
        kind_->setCurrentIndex(static_cast<int>(scheme == "gs" ? Kind::Google : Kind::Amazon));
        bucket_->setFocus();
    }
    prefix_->setText(address.section(u'/', 3));
    bucket_->setText(hostIn(address));
    address_->clear();
}

RemotePlace RemoteDialog::place() const {
    RemotePlace place;
    place.access = shown_.access;
    const auto put = [&](const char* key, const QString& text) {
        if (text.trimmed().isEmpty()) {
            place.access.erase(key);
        } else {
            place.access[key] = text.trimmed().toStdString();
        }
    };
    const bool web = isByAddress();
    const QString bucket =
        (kind() == Kind::Google ? QStringLiteral("gs://") : QStringLiteral("s3://")) +
        bucket_->text().trimmed();
    // The same with and without the last '/' where there is no prefix.
    const bool bare = prefix_->text().isEmpty() && shown_.path != bucket + u'/';
    place.path = web ? address_->text().trimmed() : bare ? bucket : bucket + u'/' + prefix_->text();
    put("storage.endpoint", kind() == Kind::Other ? endpoint_->text() : QString());
    put("storage.region", web || kind() == Kind::Google ? QString() : region_->text());
    put("storage.profile",
        !web && sign_in_->currentIndex() == kProfile ? profile_->text() : QString());
    put("storage.data_nodes", kind() == Kind::Hdfs ? data_nodes_->text() : QString());
    put("storage.ca_file", ca_file_->text());
    const int addressing = web ? 0 : addressing_->currentIndex();
    put("storage.addressing",
        addressing == 0 ? QString() : QString::fromLatin1(kAddressings[std::size_t(addressing)]));
    put("storage.sign_in",
        !web && sign_in_->currentIndex() == kAnonymous ? QStringLiteral("anonymous") : QString());
    if (place.path != shown_.path ||
        textIn(place.access, "storage.endpoint") != textIn(shown_.access, "storage.endpoint")) {
        place.access.erase("storage.listing");  // which is of what was shown
    }
    return place;
}

RemoteDialog::Lack RemoteDialog::lackOfAddress() const {
    const QString address = address_->text().trimmed();
    const std::string scheme = far_scheme(address.toStdString());
    const bool hdfs = kind() == Kind::Hdfs;
    if (address.isEmpty()) {
        return {.reason = hdfs ? tr("Type the address: webhdfs://host:9870/path.")
                               : tr("Type the address of the file.")};
    }
    if (isOfHadoopItself(address)) {
        return {.reason = tr("hdfs:// is what Hadoop's own programs speak. Type webhdfs:// with "
                             "the name node and the port of its web page, mostly 9870."),
                .wrong = true};
    }
    if (scheme.empty() || scheme.ends_with("hdfs") != hdfs) {
        return {.reason = hdfs ? tr("The address must begin with webhdfs:// or swebhdfs://.")
                               : tr("The address must begin with https:// or http://."),
                .wrong = !mayBecomeAddress(address)};
    }
    if (hostIn(address).isEmpty()) {
        return {.reason = hdfs ? tr("Type the name node behind the //.")
                               : tr("Type the name of the web server behind the //."),
                .wrong = !mayBecomeAddress(address)};
    }
    return {};
}

RemoteDialog::Lack RemoteDialog::lackOfBucket() const {
    const QString bucket = bucket_->text().trimmed();
    if (kind() == Kind::Other && endpoint_->text().trimmed().isEmpty()) {
        return {.reason = tr("Type the endpoint of the store.")};
    }
    if (bucket.isEmpty()) {
        return {.reason = tr("Type the name of the bucket.")};
    }
    if (bucket.contains(QLatin1String("://"))) {
        return {.reason = tr("Such addresses are not known here. Known are s3://, gs://, https://, "
                             "http://, webhdfs:// and swebhdfs://."),
                .wrong = true};
    }
    if (bucket.contains(u'/') && !mayBecomeAddress(bucket)) {
        return {.reason = tr("The name of a bucket has no /. What follows belongs in Prefix."),
                .wrong = true};
    }
    return {};
}

RemoteDialog::Lack RemoteDialog::lack() const {
    if (engine_.isEmpty()) {
        return {.reason =
                    tr("Needs the measuring program throughline-engine; see Help › Diagnostics")};
    }
    Lack lack = isByAddress() ? lackOfAddress() : lackOfBucket();
    if (lack.reason.isEmpty()) {
        lack.reason = refusalOf(place());
        lack.wrong = !lack.reason.isEmpty();
    }
    return lack;
}

void RemoteDialog::refresh() {
    const bool web = isByAddress();
    const bool hdfs = kind() == Kind::Hdfs;
    form_->setRowVisible(address_, web);
    address_->setPlaceholderText(hdfs ? QStringLiteral("webhdfs://…:9870/train")
                                      : QStringLiteral("https://…/train.tar"));
    address_->setToolTip(
        hdfs ? tr("Type the name node, the port of its web page and the folder of the data")
             : tr("Type the address of one file that can be had without signing in"));
    keys_->setText(
        hdfs ? tr("Who asks is taken from HADOOP_USER_NAME, or from the delegation token in "
                  "HADOOP_TOKEN_FILE_LOCATION or HADOOP_DELEGATION_TOKEN. It is never asked for "
                  "here, kept or recorded.")
             : tr("Keys are read when they are needed, from AWS_ACCESS_KEY_ID and "
                  "AWS_SECRET_ACCESS_KEY or from ~/.aws/credentials. They are never asked for "
                  "here, kept or recorded."));
    form_->setRowVisible(endpoint_, kind() == Kind::Other);
    form_->setRowVisible(data_nodes_, hdfs);
    form_->setRowVisible(region_, !web && kind() != Kind::Google);
    for (QWidget* field :
         std::initializer_list<QWidget*>{bucket_, prefix_, addressing_, sign_in_}) {
        form_->setRowVisible(field, !web);
    }
    keys_->setVisible(!web || hdfs);
    form_->setRowVisible(profile_, !web && sign_in_->currentIndex() == kProfile);
    const auto [reason, wrong] = lack();
    test_->setEnabled(reason.isEmpty());
    test_->setToolTip(reason.isEmpty() ? tr("List the first objects and read a byte of one (Alt+T)")
                                       : reason);
    offerUse(reason);
    // An answer is of what was asked, not of what has been typed since.
    command_.cancel();
    again_ = false;
    answer_->setText(reason);
    setInk(answer_, wrong ? &Theme::error : &Theme::mutedText);
}

void RemoteDialog::offerUse(const QString& reason) {
    use_->setEnabled(reason.isEmpty());
    use_->setToolTip(reason.isEmpty() ? tr("Measure with these data (Enter)") : reason);
}

void RemoteDialog::test() {
    if (command_.isRunning()) {
        again_ = command_.wasCancelled();  // what was cancelled has not ended yet
        return;
    }
    const RemotePlace asked = place();
    answer_->setText(tr("Asking the store…"));
    setInk(answer_, &Theme::mutedText);
    // Test stays as it is: disabled, it would hand the keyboard to Cancel.
    command_.start(engine_,
                   QStringList{QStringLiteral("dataset"),
                               QStringLiteral("test"),
                               asked.path,
                               QStringLiteral("--json")} +
                       argumentsOf(asked));
}

void RemoteDialog::takeAnswer(const QJsonObject& answer, const QString& error) {
    if (std::exchange(again_, false)) {
        test();
        return;
    }
    if (command_.wasCancelled()) {
        return;
    }
    setInk(answer_, error.isEmpty() ? &Theme::good : &Theme::error);
    answer_->setText(error.isEmpty() ? successOf(answer) : error);
    offerUse(error.isEmpty()
                 ? QString()
                 : tr("The test failed, so they cannot be measured: change what is wrong, or press "
                      "Test again once it is mended."));
}

}  // namespace throughline::ui
