// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/exchange.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/remote/hdfs_json.h"

namespace throughline::remote {
namespace {

// The largest that libcurl 7.88 takes, and the cheapest (README, "What a range costs").
constexpr long kLargeBuffer = 512L << 10U;
// From 128 KiB on malloc gives it back after each request: a GET of 107 kB costs half as much more.
constexpr long kSmallBuffer = 120L << 10U;
constexpr std::uint64_t kLargeBody = 1U << 20U;

/// The number behind "bytes 100-199/1000" at its parts. None where it is not so written.
struct ContentRange {
    std::uint64_t begin = 0;
    std::optional<std::uint64_t> object_bytes{};
};
std::optional<ContentRange> parse_content_range(std::string_view text) {
    constexpr std::string_view kUnit = "bytes ";
    const std::size_t dash = text.find('-');
    const std::size_t slash = text.find('/');
    if (!text.starts_with(kUnit) || dash == text.npos || slash == text.npos || dash > slash) {
        return std::nullopt;
    }
    const auto begin = number_in<std::uint64_t>(text.substr(kUnit.size(), dash - kUnit.size()));
    if (!begin) {
        return std::nullopt;
    }
    return ContentRange{*begin, number_in<std::uint64_t>(text.substr(slash + 1))};
}

/// How far this machine's clock is ahead of what the server says.
std::optional<double> clock_ahead(const std::string& date) {
    const time_t there = curl_getdate(date.c_str(), nullptr);
    if (there < 0) {
        return std::nullopt;
    }
    return std::difftime(std::time(nullptr), there);
}

/// Source: OpenSSL, x509_vfy.h, X509_V_ERR_…, which libcurl hands on.
CertificateFault fault_of_verification(long result) {
    switch (result) {
        case 9:
            return CertificateFault::NotYet;
        case 10:
            return CertificateFault::Expired;
        case 18:
        case 19:
            return CertificateFault::SelfSigned;
        case 2:
        case 20:
        case 21:
        case 27:
            return CertificateFault::Unknown;
        case 62:
        case 64:
            return CertificateFault::OtherHost;
        default:
            return CertificateFault::Other;
    }
}

/// By what libcurl says where its TLS library tells no number.
CertificateFault certificate_fault(CURL* easy, CURLcode code, const std::string& text) {
    if (code == CURLE_SSL_CACERT_BADFILE) {
        return CertificateFault::TrustFile;
    }
    long result = 0;
    curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &result);
    if (const auto fault = fault_of_verification(result); fault != CertificateFault::Other) {
        return fault;
    }
    return lower(text).find("match") != std::string::npos ? CertificateFault::OtherHost
                                                          : CertificateFault::Other;
}

Nanoseconds time_info(CURL* easy, CURLINFO what) {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(easy, what, &microseconds);
    return std::chrono::microseconds(microseconds);
}

}  // namespace

Result<void> Exchange::open(Store& store) {
    hdfs_ = store.location.is_hdfs() ? &store.data_nodes : nullptr;
    easy_.reset(curl_easy_init());
    if (!easy_) {
        return Error{.code = ErrorCode::Limit, .what = say("make a client of the store")};
    }
    CURL* const easy = easy_.get();
    const Access& access = store.access;
    const auto milliseconds = [](double seconds) {
        return static_cast<long>(std::max(1.0, seconds * 1e3));
    };
    curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    // A key may hold "..", which is no folder there.
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "throughline");
    curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(access.connect_timeout_s));
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(easy,
                     CURLOPT_LOW_SPEED_TIME,
                     static_cast<long>(std::max(1.0, std::ceil(access.stall_timeout_s))));
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, library_text_.data());
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &Exchange::on_send);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Exchange::on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Exchange::on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
    if (!access.ca_file.empty()) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, access.ca_file.c_str());
        curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);
    }
    return {};
}

void Exchange::take(Request request, SteadyTime now) {
    request_ = std::move(request);
    asked_at_ = now;
    attempts_ = 0;
    data_node_ = {};
    failed_node_.clear();
    excludes_ = false;
    goes_on_ = false;
}

/// Where the attempt goes: of HDFS to the data node that is known for the block, else to the name
/// node, which tells it.
std::string Exchange::url_of(const Store& store, const std::string& path) {
    const std::string there = store.target.origin + path;
    if (hdfs_ == nullptr) {
        return there + (request_.query.empty() ? "" : "?" + request_.query);
    }
    if (request_.room.empty()) {
        return there + "?" + request_.query + store.target.query_end;
    }
    const std::uint64_t length = request_.part ? request_.room.size() : 0;
    if (data_node_.url.empty() && !excludes_) {
        data_node_ = hdfs_->known(request_.key, request_.offset_bytes);
    }
    if (!data_node_.url.empty()) {
        return open_url(data_node_.url, request_.offset_bytes, length);
    }
    return there + "?op=OPEN" + open_range(request_.offset_bytes, length) +
           (excludes_ && !failed_address_.empty() ? "&excludedatanodes=" + failed_address_ : "") +
           store.target.query_end;
}

void Exchange::put_headers(const Store& store, Signer& signer, const std::string& path) {
    headers_.reset();
    std::string range;
    if (request_.part && hdfs_ == nullptr) {
        range = "bytes=" + std::to_string(request_.offset_bytes) + "-" +
                std::to_string(request_.offset_bytes + request_.room.size() - 1);
        append_header(headers_, "Range: " + range);
    }
    if (signer.credentials().anonymous()) {
        return;
    }
    const bool head = request_.room.empty() && request_.text == nullptr;
    const SignedHeader more{"range", range};
    const Signature& signature =
        signer.sign({.method = head ? "HEAD" : "GET",
                     .path = path,
                     .query = request_.query,
                     .more = {&more, request_.part ? std::size_t{1} : std::size_t{0}},
                     .host = store.target.host},
                    std::time(nullptr));
    append_header(headers_, "x-amz-date: " + signature.date);
    static const std::string kOfBody = std::string("x-amz-content-sha256: ") + kEmptyBodyHash;
    append_header(headers_, kOfBody);
    if (const std::string& token = signer.credentials().session_token; !token.empty()) {
        append_header(headers_, "x-amz-security-token: " + token);
    }
    append_header(headers_, "Authorization: " + signature.authorization);
}

void Exchange::prepare(const Store& store, Signer& signer, SteadyTime now) {
    if (!std::exchange(goes_on_, false)) {
        data_node_ = {};
        told_in_ = Nanoseconds::zero();
        sent_at_ = now;
        ++attempts_;
    }
    const std::string path = store.path_of(request_.key);
    put_headers(store, signer, path);
    const std::string url = url_of(store, path);
    const bool head = request_.room.empty() && request_.text == nullptr;
    CURL* const easy = easy_.get();
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers_.get());
    curl_easy_setopt(easy, CURLOPT_NOBODY, head ? 1L : 0L);
    if (!head) {
        curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    }
    curl_easy_setopt(
        easy, CURLOPT_BUFFERSIZE, request_.room.size() >= kLargeBody ? kLargeBuffer : kSmallBuffer);
    library_text_[0] = '\0';
    sends_ = 0;
    status_ = 0;
    facts_ = {};
    received_ = 0;
    error_body_.clear();
    break_ = Break::None;
    if (request_.text != nullptr) {
        request_.text->clear();
    }
}

int Exchange::on_send(
    void* self, char* /*to*/, char* /*from*/, int /*to_port*/, int /*from_port*/) {
    ++static_cast<Exchange*>(self)->sends_;
    return CURL_PREREQFUNC_OK;
}

std::size_t Exchange::on_header(char* data, std::size_t size, std::size_t count, void* self) {
    static_cast<Exchange*>(self)->take_header({data, size * count});
    return size * count;
}

std::size_t Exchange::on_body(char* data, std::size_t size, std::size_t count, void* self) {
    return static_cast<Exchange*>(self)->take_body({data, size * count}) ? size * count : 0;
}

/// "HTTP/1.1 206 Partial Content". The last one counts: proxies send some before.
void Exchange::take_status(std::string_view line) {
    const std::size_t space = line.find(' ');
    const auto status =
        space == line.npos ? std::nullopt : number_in<long>(line.substr(space + 1, 3));
    status_ = status.value_or(0);
    facts_ = {};
}

void Exchange::take_header(std::string_view line) {
    if (line.starts_with("HTTP/")) {
        take_status(line);
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return;
    }
    const std::string name = lower(line.substr(0, colon));
    const std::string_view value = trim(line.substr(colon + 1));
    if (name == "content-length") {
        facts_.length = number_in<std::uint64_t>(value);
    } else if (name == "content-range") {
        if (const auto range = parse_content_range(value)) {
            facts_.range_begin = range->begin;
            facts_.object_bytes = range->object_bytes;
        }
    } else if (name == "retry-after") {
        facts_.retry_after_s = std::clamp(number_in<double>(value).value_or(0.0), 0.0, 3600.0);
    } else if (name == "date" && !is_success()) {  // only who is refused asks for it
        facts_.clock_ahead_s = clock_ahead(std::string(value));
    } else if (name == "x-amz-bucket-region") {
        facts_.region = value;
    } else if (name == "location") {
        facts_.leads_to = value;
    } else if (name == "etag") {
        facts_.etag = value;
    } else if (name == "x-amz-server-side-encryption") {
        facts_.own_keys = value.find("kms") != std::string::npos;
    } else if (name == "x-amz-server-side-encryption-customer-algorithm") {
        facts_.own_keys = true;
    }
}

/// Bytes of the body that are waited for.
std::uint64_t Exchange::due() const noexcept {
    return request_.text != nullptr ? request_.text_bytes_max : request_.room.size();
}

/// Some servers say 200 and send the part, with its Content-Range; others ignore what part was
/// asked for, which does no harm where the whole is.
bool Exchange::range_fits() const noexcept {
    if (hdfs_ != nullptr) {
        return true;  // an offset is no range: 200, and the length says whether it is all
    }
    if (facts_.range_begin) {
        return *facts_.range_begin == request_.offset_bytes;
    }
    return status_ == 200 && request_.offset_bytes == 0;
}

/// The whole object came, as its length says, where a part of it was asked for.
bool Exchange::knows_no_ranges() const noexcept {
    return hdfs_ == nullptr && request_.part && status_ == 200 && !facts_.range_begin &&
           (request_.offset_bytes > 0 || (facts_.length && *facts_.length > due()));
}

bool Exchange::take_refusal(std::string_view bytes) {
    received_ += bytes.size();
    const std::size_t room = kErrorBytesMax - std::min(kErrorBytesMax, error_body_.size());
    error_body_.append(bytes.substr(0, room));
    if (bytes.size() > room) {
        break_ = Break::Enough;
        return false;
    }
    return true;
}

bool Exchange::take_body(std::string_view bytes) {
    if (!is_success()) {
        return take_refusal(bytes);
    }
    if (knows_no_ranges()) {
        break_ = Break::NoRanges;
        return false;
    }
    if (request_.part && !range_fits()) {
        break_ = Break::WrongRange;
        return false;
    }
    if (bytes.size() > due() - std::min(due(), received_)) {
        received_ += bytes.size();
        const bool no_range =
            hdfs_ == nullptr && request_.part && status_ == 200 && !facts_.range_begin;
        break_ = no_range ? Break::NoRanges : Break::TooLong;
        return false;
    }
    if (request_.text != nullptr) {
        request_.text->append(bytes);
    } else {
        std::memcpy(request_.room.data() + received_, bytes.data(), bytes.size());
    }
    received_ += bytes.size();
    return true;
}

Answer Exchange::of_data() const {
    const bool head = request_.room.empty() && request_.text == nullptr;
    if (!head && knows_no_ranges()) {
        return Answer::NoRanges;
    }
    if (!head && request_.part && !range_fits()) {
        return Answer::WrongRange;
    }
    if (!request_.room.empty() && received_ != request_.room.size()) {
        return Answer::WrongLength;
    }
    return status_ == 206 ? Answer::Part : Answer::Whole;
}

Answer Exchange::of_library(CURLcode code) const {
    switch (code) {
        case CURLE_COULDNT_CONNECT:
            return Answer::Refused;
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_RESOLVE_PROXY:
            return Answer::NoHost;
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_ISSUER_ERROR:
            return Answer::Certificate;
        case CURLE_OPERATION_TIMEDOUT:
            return Answer::Silent;
        case CURLE_PARTIAL_FILE:
            return Answer::ShortBody;
        case CURLE_GOT_NOTHING:
        case CURLE_SEND_ERROR:
        case CURLE_RECV_ERROR:
            return status_ == 0 ? Answer::Reset : Answer::ShortBody;
        default:
            break;
    }
    return Answer::Broken;
}

StoreError Exchange::said() const {
    return hdfs_ != nullptr ? parse_remote_exception(error_body_) : parse_store_error(error_body_);
}

/// `facts_` tell where to, if that is an address. Else the answer stays a redirect.
void Exchange::follow_to_data_node() {
    const bool told = opens_hdfs() && data_node_.url.empty() && (status_ == 307 || status_ == 302);
    if (told) {
        data_node_ = hdfs_->learn(request_.key, request_.offset_bytes, facts_.leads_to);
        goes_on_ = !data_node_.url.empty();
        told_in_ = time_info(easy_.get(), CURLINFO_TOTAL_TIME_T);
    }
}

/// So that the next attempt asks the name node anew, for another where this one was silent.
void Exchange::leave_data_node(Answer answer) {
    if (data_node_.url.empty()) {
        // It has no other: the one that did not answer may be back.
        excludes_ = excludes_ && answer != Answer::NoDataNode && answer != Answer::NodeFault;
        return;
    }
    hdfs_->forget(request_.key, request_.offset_bytes);
    failed_node_ = host_of_url(data_node_.url);
    excludes_ = answer == Answer::Refused || answer == Answer::NoHost || answer == Answer::Silent;
    failed_address_.clear();
    // A name that is unknown here is not looked up again, unless the way to it has another.
    if (excludes_ && (answer != Answer::NoHost || failed_node_ != data_node_.named)) {
        failed_address_ = hdfs_->address_of(data_node_.named);
    }
}

Answer Exchange::end(CURLcode code) {
    follow_to_data_node();
    if (goes_on_) {
        return Answer::DataNode;
    }
    const Answer answer = judged(code);
    if (answer == Answer::Certificate) {
        certificate_ = certificate_fault(easy_.get(), code, library_text_.data());
    }
    if (opens_hdfs() && remedy_of(answer) != Remedy::None) {
        leave_data_node(answer);
    }
    return answer;
}

Answer Exchange::judged(CURLcode code) const {
    switch (break_) {
        case Break::TooLong:
            return Answer::WrongLength;
        case Break::WrongRange:
            return Answer::WrongRange;
        case Break::NoRanges:
            return Answer::NoRanges;
        case Break::Enough:
        case Break::None:
            break;
    }
    if (status_ != 0 && !is_success()) {
        const StoreError error = said();
        return answer_of(
            status_, error.code, error.message, hdfs_ != nullptr ? Codes::OfHadoop : Codes::OfS3);
    }
    return code == CURLE_OK ? (status_ == 0 ? Answer::Odd : of_data()) : of_library(code);
}

Reply Exchange::reply(SteadyTime now) const {
    CURL* const easy = easy_.get();
    const Nanoseconds sent = time_info(easy, CURLINFO_PRETRANSFER_TIME_T);
    const Nanoseconds first = time_info(easy, CURLINFO_STARTTRANSFER_TIME_T);
    const Nanoseconds last = time_info(easy, CURLINFO_TOTAL_TIME_T);
    return {.tag = request_.tag,
            .bytes = received_,
            .object_bytes = facts_.object_bytes.value_or(facts_.length.value_or(0)),
            .range_total = facts_.object_bytes,
            .attempts = attempts_,
            .latency = now - asked_at_,
            .first_byte = told_in_ + std::max(first - sent, Nanoseconds::zero()),
            .body = std::max(last - first, Nanoseconds::zero()),
            .etag = facts_.etag,
            .own_keys = facts_.own_keys,
            .refusal = {}};
}

Refusal Exchange::refusal(Answer answer) const {
    return {.answer = answer,
            .status = status_,
            .said = said(),
            .region = facts_.region,
            .leads_to = facts_.leads_to,
            .data_node = answer == Answer::NoDataNode ? failed_node_ : host_of_url(data_node_.url),
            .library = fault_words(easy_.get(), library_text_.data(), answer == Answer::Refused),
            .certificate = certificate_,
            .clock_ahead_s = facts_.clock_ahead_s,
            .attempts = attempts_,
            .bytes_there = received_,
            .bytes_asked = due()};
}

std::pair<std::uint64_t, Nanoseconds> Exchange::connections() const {
    CURL* const easy = easy_.get();
    long opened = 0;
    curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &opened);
    if (opened <= 0) {
        return {0, Nanoseconds::zero()};
    }
    const Nanoseconds stood = std::max(time_info(easy, CURLINFO_CONNECT_TIME_T),
                                       time_info(easy, CURLINFO_APPCONNECT_TIME_T));
    return {static_cast<std::uint64_t>(opened), stood};
}

}  // namespace throughline::remote
