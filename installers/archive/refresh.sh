#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# refresh.sh DATA: the desktop's indexes of what lies in the data folder are made again. A tool
# that is missing has no index to refresh.
data="$1"
[ ! -d "$data/mime" ] || update-mime-database "$data/mime" >/dev/null 2>&1
[ ! -d "$data/applications" ] || update-desktop-database -q "$data/applications" >/dev/null 2>&1
[ ! -e "$data/icons/hicolor/icon-theme.cache" ] ||
    gtk-update-icon-cache -qtf "$data/icons/hicolor" >/dev/null 2>&1
exit 0
