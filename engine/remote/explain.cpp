// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/explain.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/base/visible_text.h"
#include "engine/remote/location.h"

namespace throughline::remote {
namespace {

constexpr std::size_t kQuotedMax = 200;

/// What a server says, for a message: it may be long, and hold anything.
std::string quoted(const std::string& text) {
    return visible_line(text.substr(0, kQuotedMax));
}

/// The same without the full stop, as the sentence may go on.
std::string quoted_clause(const std::string& text) {
    const std::size_t last = text.find_last_not_of(" .\r\n");
    return quoted(text.substr(0, last + 1));  // npos + 1 is 0
}

/// The same of a name node, which repeats who asked: no message says that.
std::string quoted_without_user(std::string text, const Store& store) {
    const std::string& end = store.target.query_end;
    const std::string who =
        percent_decoded(end.substr(std::min(end.find('=') + 1, end.size())), false).value_or("");
    const auto in_word = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0);
    };
    for (std::size_t at = 0; !who.empty() && (at = text.find(who, at)) != text.npos; ++at) {
        if (!in_word(at - 1) && !in_word(at + who.size())) {
            text.replace(at, who.size(), "…");
        }
    }
    return quoted_clause(text.substr(0, text.find('\n')));
}

std::string name_node_sentence(const Refusal& refusal, const Store& store) {
    const std::string said = quoted_without_user(refusal.said.message, store);
    switch (refusal.answer) {
        case Answer::Standby:
            return say("%1 is a standby name node, which serves no data; name the active one",
                       store.target.host);
        case Answer::SafeMode:
            return say("the name node %1 is in safe mode (%2); wait until it has left it",
                       store.target.host,
                       said);
        case Answer::Expired:
            return say(
                "the delegation token has expired or is not one of this name node; get a "
                "new one");
        case Answer::NotFound:
            return refusal.said.code.empty()
                       ? say("%1 answers 404 as no name node does; is WebHDFS served there?",
                             store.target.host)
                       : say("there is no such file");
        case Answer::NoDataNode:
            return refusal.data_node.empty()
                       ? say("the name node %1 names no data node that has it (%2)",
                             store.target.host,
                             said)
                       : say("the data node %1 cannot be reached, and the name node names no other "
                             "that has it; storage.data_nodes says where it is, if it has another "
                             "address from here",
                             refusal.data_node);
        case Answer::Denied:
            break;
        default:
            return say("the store answered %1 %2: %3",
                       std::to_string(refusal.status),
                       quoted(refusal.said.code),
                       said);
    }
    return said.empty() ? say("the name node %1 answers only to those who sign in; "
                              "HADOOP_USER_NAME says who asks, and HADOOP_TOKEN_FILE_LOCATION or "
                              "HADOOP_DELEGATION_TOKEN hold a token (Kerberos is not spoken)",
                              store.target.host)
                        : say("the name node refuses it: %1", said);
}

/// Whether the name node, or a data node in its words, is who said no.
bool is_of_hadoop(const Refusal& refusal, const Store& store) {
    if (!store.location.is_hdfs()) {
        return false;
    }
    switch (refusal.answer) {
        case Answer::Standby:
        case Answer::SafeMode:
        case Answer::Expired:
        case Answer::NotFound:
        case Answer::NoDataNode:
        case Answer::NodeFault:
        case Answer::Denied:
            return true;
        default:
            return !refusal.said.code.empty();
    }
}

/// Who was asked, as part of a sentence.
std::string asked_host(const Refusal& refusal, const Store& store) {
    return refusal.data_node.empty() ? store.target.host
                                     : say("the data node %1", refusal.data_node);
}

std::string clock_sentence(const Refusal& refusal) {
    if (!refusal.clock_ahead_s) {
        return say("the store refuses the request because this computer's clock is wrong; set it");
    }
    const double ahead = *refusal.clock_ahead_s;
    const std::string by = format_duration(std::abs(ahead));
    return ahead > 0.0 ? say("the store refuses the request because this computer's clock is %1 "
                             "ahead of its own; set the clock",
                             by)
                       : say("the store refuses the request because this computer's clock is %1 "
                             "behind its own; set the clock",
                             by);
}

std::string region_sentence(const Refusal& refusal, const Store& store) {
    const std::string& right = refusal.region.empty() ? refusal.said.region : refusal.region;
    if (!right.empty() && right != store.target.region) {
        return say("the bucket lies in the region %1, not in %2; set storage.region=%1",
                   quoted(right),
                   store.target.region);
    }
    const std::string to = refusal.leads_to.empty() ? refusal.said.endpoint : refusal.leads_to;
    if (!to.empty()) {
        return say(
            "the store sends the request on to %1; set storage.endpoint to what answers "
            "itself",
            quoted(to.substr(0, to.find('?'))));
    }
    return say("the store sends the request on to another place and does not say to which");
}

/// The name node is asked by TLS and names a data node that is not.
bool leads_out_of_tls(const Refusal& refusal, const Store& store) {
    return refusal.answer == Answer::Redirect && store.location.is_hdfs() &&
           store.target.origin.starts_with("https://") &&
           lower(refusal.leads_to).starts_with("http://");
}

std::string denied_sentence(const Refusal& refusal, const Store& store) {
    switch (refusal.answer) {
        case Answer::Key:
            return say("the store does not know the access key; is it one of this store?");
        case Answer::Signature:
            return say(
                "the signature does not fit: the secret key is wrong, or something between "
                "changes the requests");
        case Answer::Expired:
            return say("the session token has expired; sign in again");
        default:
            break;
    }
    return store.target.credentials.anonymous()
               ? say("the store answers this only to those who sign in")
               : say("the store does not allow this key to do that");
}

std::string certificate_sentence(const Refusal& refusal,
                                 const std::string& host,
                                 const std::string& ca_file) {
    switch (refusal.certificate) {
        case CertificateFault::SelfSigned:
            return say(
                "the certificate of %1 is signed by nobody but itself; if it is the right "
                "one, name its file with storage.ca_file",
                host);
        case CertificateFault::Unknown:
            return say(
                "the certificate of %1 is signed by somebody who is not trusted here; "
                "storage.ca_file names the file of the certificate that it is signed with",
                host);
        case CertificateFault::OtherHost:
            return say(
                "the certificate of %1 is one of another host; use the name that it is made "
                "out to",
                host);
        case CertificateFault::Expired:
            return say("the certificate of %1 has expired, or this computer's clock is wrong",
                       host);
        case CertificateFault::NotYet:
            return say("the certificate of %1 does not hold yet; is this computer's clock wrong?",
                       host);
        case CertificateFault::TrustFile:
            return say("no certificates to trust can be read from '%1' (storage.ca_file)",
                       visible_line(ca_file));
        case CertificateFault::Other:
            break;
    }
    return say(
        "the certificate of %1 does not hold (curl says: %2); storage.ca_file names one of "
        "your own to trust",
        host,
        quoted(refusal.library));
}

std::string connection_sentence(const Refusal& refusal, const Store& store) {
    const std::string host = asked_host(refusal, store);
    switch (refusal.answer) {
        case Answer::Refused:
            return say("no connection to %1 (%2)", host, quoted(refusal.library));
        case Answer::NoHost:
            return say("the host %1 is not known (curl says: %2)", host, quoted(refusal.library));
        case Answer::Certificate:
            return certificate_sentence(refusal, host, store.access.ca_file);
        case Answer::Silent:
            return say("%1 did not answer in time", host);
        case Answer::Reset:
            return say("%1 closed the connection before it answered", host);
        default:
            break;
    }
    return say("%1 answers what is no sound HTTP (curl says: %2)", host, quoted(refusal.library));
}

std::string body_sentence(const Refusal& refusal, const Store& store) {
    switch (refusal.answer) {
        case Answer::NoRanges:
            return say(
                "%1 sends the whole file where a part was asked for: it knows no byte ranges, and "
                "data are read in parts. Serve them with a server that knows ranges, such as nginx "
                "or a store with the interface of S3, or measure a copy on this computer",
                store.target.host);
        case Answer::ShortBody:
            return say("the connection was closed after %1 of %2 bytes",
                       format_count(refusal.bytes_there),
                       format_count(refusal.bytes_asked));
        case Answer::WrongRange:
            return say("the store sent another part of the object than was asked for");
        default:
            break;
    }
    return say("the store sent %1 bytes where %2 were due; the object may have been replaced",
               format_count(refusal.bytes_there),
               format_count(refusal.bytes_asked));
}

std::string status_sentence(const Refusal& refusal) {
    const std::string status = std::to_string(refusal.status);
    if (refusal.said.code.empty()) {
        return say("the store answered %1", status);
    }
    const std::string said = quoted_clause(refusal.said.message);
    return said.empty()
               ? say("the store answered %1 %2", status, quoted(refusal.said.code))
               : say("the store answered %1 %2: %3", status, quoted(refusal.said.code), said);
}

std::string cause(const Refusal& refusal, const Store& store) {
    if (is_of_hadoop(refusal, store)) {
        return name_node_sentence(refusal, store);
    }
    if (leads_out_of_tls(refusal, store)) {
        return say(
            "the name node %1 is asked by TLS and sends the request on to %2 without it, where "
            "the token could be read on the way; that is not followed. Let the data nodes serve "
            "https (dfs.http.policy), or name the place with webhdfs://",
            store.target.host,
            quoted(refusal.leads_to.substr(0, refusal.leads_to.find('?'))));
    }
    switch (refusal.answer) {
        case Answer::Clock:
            return clock_sentence(refusal);
        case Answer::Redirect:
        case Answer::Region:
            return region_sentence(refusal, store);
        case Answer::Key:
        case Answer::Signature:
        case Answer::Expired:
        case Answer::Denied:
            return denied_sentence(refusal, store);
        case Answer::NoBucket:
            return say("there is no bucket %1", visible_line(store.location.bucket));
        case Answer::NotFound:
            return say("there is no such object");
        case Answer::Range:
            return say("the object is shorter than it was when it was listed");
        case Answer::Refused:
        case Answer::NoHost:
        case Answer::Certificate:
        case Answer::Silent:
        case Answer::Reset:
        case Answer::Broken:
            return connection_sentence(refusal, store);
        case Answer::ShortBody:
        case Answer::WrongLength:
        case Answer::WrongRange:
        case Answer::NoRanges:
            return body_sentence(refusal, store);
        default:
            break;
    }
    return status_sentence(refusal);
}

ErrorCode code_of(Answer answer) {
    switch (answer) {
        case Answer::Key:
        case Answer::Signature:
        case Answer::Expired:
        case Answer::Denied:
        case Answer::Standby:
            return ErrorCode::Permission;
        case Answer::NoBucket:
        case Answer::NotFound:
            return ErrorCode::NotFound;
        default:
            break;
    }
    return ErrorCode::Io;
}

}  // namespace

std::string explain(const Refusal& refusal, const Store& store) {
    const std::string sentence = cause(refusal, store);
    if (refusal.budget_spent) {
        return sentence + "; " +
               (refusal.attempts > 1
                    ? say("it was tried %1 times, and not again, since too many requests to the "
                          "store failed",
                          std::to_string(refusal.attempts))
                    : say("it was tried once, and not again, since too many requests to the store "
                          "failed"));
    }
    return refusal.attempts > 1
               ? sentence + "; " + say("it was tried %1 times", std::to_string(refusal.attempts))
               : sentence;
}

Error refusal_error(const Refusal& refusal, const Store& store, std::string_view key) {
    return Error{.code = code_of(refusal.answer),
                 .what = "'" + store.name_of(key) + "': " + explain(refusal, store)};
}

}  // namespace throughline::remote
