#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the archive that needs no root, throughline-VERSION-linux-ARCH.tar.zst, of build/package:
# the programs, and the libraries that a plain desktop does not have. make-packages.sh calls it.
set -euo pipefail

out="${1:?usage: installers/make-archive.sh OUT}"
out="$(cd "$out" && pwd)"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version="$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt)"
name="throughline-$version-linux-$(uname -m)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
stage="$work/$name"
libraries="$stage/lib/throughline"

for component in engine window cuda; do
    cmake --install build/package --prefix "$stage" --component "$component" --strip >/dev/null
done
mkdir -p "$libraries/plugins"
cp installers/archive/* LICENSE "$stage/"
mv "$stage/refresh.sh" "$libraries/"

# What the window loads by name. No OpenGL-only and no embedded platforms.
plugins="$(qtpaths6 --plugin-dir 2>/dev/null || qmake6 -query QT_INSTALL_PLUGINS)"
for plugin in platforms/libqxcb platforms/libqwayland-generic platforms/libqwayland-egl \
    platforms/libqoffscreen xcbglintegrations/libqxcb-glx-integration iconengines/libqsvgicon \
    imageformats/libqsvg imageformats/libqjpeg \
    platforminputcontexts/libcomposeplatforminputcontextplugin \
    platforminputcontexts/libibusplatforminputcontextplugin \
    wayland-shell-integration/libxdg-shell wayland-decoration-client/libbradient \
    wayland-graphics-integration-client/libqt-plugin-wayland-egl; do
    mkdir -p "$libraries/plugins/$(dirname "$plugin")"
    cp "$plugins/$plugin.so" "$libraries/plugins/$plugin.so"
done
printf '[Paths]\nPrefix = ..\nPlugins = lib/throughline/plugins\n' >"$stage/bin/qt.conf"

# What every desktop has, and what must be the system's own, since it fits the driver, the
# session or other libraries of the system. The rest is copied, and its own needs after it.
system='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+|GL|EGL|GLX|OpenGL|GLdispatch'
system+='|X11|X11-xcb|xcb|SM|ICE|wayland-(client|server)|drm|gbm|fontconfig|freetype|harfbuzz|png16|expat|z|zstd'
system+='|glib-2\.0|gobject-2\.0|gio-2\.0|dbus-1|systemd|udev|gssapi_krb5))\.so'
: >"$work/system"
needed() { objdump -p "$1" | awk '$1 == "NEEDED" { print $2 }'; }
path_of() { /sbin/ldconfig -p | awk -v name="$1" '$1 == name && /64/ && !found { found = $NF }
    END { print found }'; }
mapfile -t queue < <(find "$stage/bin" "$libraries" -type f \( -name 'throughline*' -o -name '*.so' \) \
    ! -name '*_cuda.so')
while [ "${#queue[@]}" -gt 0 ]; do
    file="${queue[0]}"
    queue=("${queue[@]:1}")
    while IFS= read -r library; do
        path="$(path_of "$library")"
        [ -n "$path" ] || { echo "make-archive: no $library on this computer" >&2; exit 1; }
        file_of_package="$(realpath "$path")"  # Debian 12 lists some without /usr
        package="$(dpkg -S "$file_of_package" "${file_of_package#/usr}" 2>/dev/null |
            sed -n '1s/:.*//p' || true)"
        [ -n "$package" ] || { echo "make-archive: no package has $path" >&2; exit 1; }
        if [[ "$library" =~ $system ]]; then
            echo "$library $package" >>"$work/system"
        elif [ ! -e "$libraries/$library" ]; then
            cp "$path" "$libraries/$library"
            queue+=("$libraries/$library")
            mkdir -p "$stage/share/doc/throughline/libraries"
            cp "/usr/share/doc/$package/copyright" \
                "$stage/share/doc/throughline/libraries/$package"
        fi
    done < <(needed "$file")
done
sort -u "$work/system" >"$libraries/system-libraries"

# Each file finds the copied libraries from where it lies.
find "$stage/bin" "$libraries" -type f \( -name 'throughline*' -o -name '*.so*' \) ! -name '*_cuda.so' |
    while IFS= read -r file; do
        chmod u+w "$file"
        strip --strip-unneeded "$file" 2>/dev/null || true
        patchelf --set-rpath "\$ORIGIN/$(realpath -s --relative-to="$(dirname "$file")" "$libraries")" "$file"
    done

rm -f "$out"/throughline-*-linux-*.tar.zst
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+w \
    --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" -cf - "$name" |
    zstd -q -19 -T0 -o "$out/$name.tar.zst"
printf '%s: %s bytes, unpacked %s KiB\n' "$name.tar.zst" "$(stat -c %s "$out/$name.tar.zst")" \
    "$(du -sk "$stage" | cut -f1)"
