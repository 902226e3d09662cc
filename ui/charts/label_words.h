// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <string_view>

namespace throughline::ui {

/// "each device", "each GPU": what the curves of a quantity without its label are of.
QString eachMember(std::string_view label);

/// "images_per_second{node}": what runs have of each node, and of all of them together as well.
std::string keyOfEach(std::string_view id, std::string_view label);
/// "node" of such a key; "" of any other.
std::string_view labelOfEach(std::string_view key);

/// "64K", "2M", "512": classes of file sizes as the studies name them, powers of 1024.
QString sizeClassName(double bytes);

}  // namespace throughline::ui
