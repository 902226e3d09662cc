// SPDX-License-Identifier: Apache-2.0
#include "engine/report/pdf_objects.h"

#include <new>
#include <stdexcept>

#include "engine/base/say.h"
#include "engine/record/sha256.h"
#include "engine/report/qpdf.h"

namespace throughline::report {
namespace {

constexpr int kDepthMax = 60;

/// Keeps what is written to it, up to a limit.
class BoundedBytes final : public Pipeline {
public:
    explicit BoundedBytes(std::size_t room) : Pipeline("bounded", nullptr), room_(room) {}
    void write(const unsigned char* data, std::size_t size) override {
        if (size > room_ - bytes_.size()) {
            full_ = true;
            throw std::runtime_error(say("it is too large"));
        }
        bytes_.append(reinterpret_cast<const char*>(data), size);
    }
    void finish() override {}

    bool is_full() const { return full_; }
    std::string taken() && { return std::move(bytes_); }

private:
    std::size_t room_;
    bool full_ = false;
    std::string bytes_;
};

}  // namespace

std::string chart_form(std::size_t chart) {
    return "/C" + std::to_string(chart + 1);
}

std::string stream_bytes(QPDFObjectHandle stream, DecodingRoom& room) {
    if (!stream.isStream()) {
        throw std::runtime_error(say("a stream is missing"));
    }
    BoundedBytes bytes(room.bytes);
    bool filtered = false;
    const bool read = stream.pipeStreamData(&bytes, &filtered, 0, qpdf_dl_generalized, true, false);
    if (bytes.is_full()) {
        throw std::runtime_error(say("it would take too much memory"));
    }
    if (!read) {
        throw std::runtime_error(say("a stream is damaged"));
    }
    std::string text = std::move(bytes).taken();
    room.bytes -= text.size();
    return text;
}

std::string DigestWalk::of(QPDFObjectHandle object) {
    return record::sha256_hex(text_of(object, 0));
}

std::string DigestWalk::text_of(QPDFObjectHandle object, int depth) {
    if (depth > kDepthMax) {
        throw std::runtime_error(say("objects lie too deep in each other"));
    }
    if (object.isIndirect()) {
        return referred(object, depth);
    }
    std::string text;
    if (object.isDictionary()) {
        text = "<<";
        for (const auto& [key, value] : object.getDictAsMap()) {
            text += key + " " + text_of(value, depth + 1) + "\n";
        }
        return text + ">>";
    }
    if (object.isArray()) {
        text = "[";
        for (const QPDFObjectHandle& value : object.getArrayAsVector()) {
            text += text_of(value, depth + 1) + " ";
        }
        return text + "]";
    }
    return object.unparse();
}

std::string DigestWalk::referred(QPDFObjectHandle object, int depth) {
    const QPDFObjGen id = object.getObjGen();
    if (const auto found = known_.find(id); found != known_.end()) {
        return found->second;
    }
    if (!open_.insert(id).second) {
        throw std::runtime_error(say("an object lies within itself"));
    }
    std::string text;
    if (object.isStream()) {
        QPDFObjectHandle dictionary = object.getDict().shallowCopy();
        for (const char* key : {"/Length", "/Filter", "/DecodeParms"}) {
            dictionary.removeKey(key);
        }
        text = text_of(dictionary, depth + 1) + record::sha256_hex(stream_bytes(object, room_));
    } else {
        text = object.isDictionary() || object.isArray() ? text_of(object.shallowCopy(), depth + 1)
                                                         : object.unparseResolved();
    }
    open_.erase(id);
    return known_[id] = record::sha256_hex(text);
}

std::string page_digest(QPDFObjectHandle page, DigestWalk& walk) {
    QPDFObjectHandle copy = page.shallowCopy();
    copy.removeKey("/Parent");
    QPDFObjectHandle resources = copy.getKey("/Resources").shallowCopy();
    QPDFObjectHandle forms = QPDFObjectHandle::newDictionary();
    forms.replaceKey(kPageForm, resources.getKey("/XObject").getKey(kPageForm));
    resources.replaceKey("/XObject", forms);
    copy.replaceKey("/Resources", resources);
    return walk.of(copy);
}

Error pdf_error(const std::string& act) {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return Error{.code = ErrorCode::Limit,
                     .what = act + ": " + say("there is not enough memory")};
    } catch (const QPDFExc& error) {
        return format_error(act + ": " + error.getMessageDetail());
    } catch (const std::exception& error) {
        return format_error(act + ": " + error.what());
    }
}

}  // namespace throughline::report
