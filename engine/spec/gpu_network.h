// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace throughline::spec {

/// Before the id of a network stands for a proxy of it: a stand-in of as many multiplications that
/// needs no cuDNN. It is part of the id, so that whatever names the network says so.
constexpr std::string_view kProxyPrefix = "proxy_";

constexpr bool is_proxy(std::string_view network) noexcept {
    return network.starts_with(kProxyPrefix);
}
/// The id in the catalogue of a network or of what a proxy stands for.
constexpr std::string_view catalogue_id(std::string_view network) noexcept {
    return is_proxy(network) ? network.substr(kProxyPrefix.size()) : network;
}
/// Whether it runs a network of the catalogue or its proxy: the others take pictures of any size.
constexpr bool runs_program(std::string_view network) noexcept {
    return network != "transfer" && network != "trivial";
}
/// Whether it has something to learn: a transfer has no weights, and what a proxy computes means
/// nothing.
constexpr bool can_be_trained(std::string_view network) noexcept {
    return network != "transfer" && !is_proxy(network);
}
/// Whether it needs the library for networks.
constexpr bool needs_cudnn(std::string_view network) noexcept {
    return runs_program(network) && !is_proxy(network);
}

}  // namespace throughline::spec
