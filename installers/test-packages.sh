#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages in a fresh Debian 12 and tries them as an ordinary user there, then the
# archive that needs no root: what is registered, whether the window opens, measures and exports,
# what an upgrade keeps and what a removal leaves.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: installers/test-packages.sh [--no-install] [--piuparts] [--reproducible] [PACKAGES]
Tries the packages and the archive in the folder PACKAGES (default: build/packages;
installers/make-packages.sh makes them). Needs root. The fresh Debian is kept as
build/package-root/debian-12.tar for the next time.
  --no-install  do not call apt-get on this machine; say what is missing and go on
  --piuparts    also install, upgrade and purge them with piuparts, which takes minutes
  --reproducible  also make them a second time, of another folder and in another time zone, and
                compare the bytes; takes as long as a build
TEXT
}

install=()
piuparts=0
reproducible=0
packages=build/packages
for argument in "$@"; do
    case "$argument" in
        -h | --help) usage; exit 0 ;;
        --no-install) install=(--no-install) ;;
        --piuparts) piuparts=1 ;;
        --reproducible) reproducible=1 ;;
        -*) usage >&2; exit 2 ;;
        *) packages="$argument" ;;
    esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
say() { printf '\n== %s ==\n' "$*"; }
if [ "$(id -u)" -ne 0 ]; then
    echo "test-packages: a fresh Debian needs root; run it with sudo" >&2
    exit 77
fi
ls "$packages"/throughline-engine_*.deb >/dev/null 2>&1 || {
    echo "test-packages: no packages in '$packages'; make them with installers/make-packages.sh" >&2
    exit 2
}

say "packages to test with"
installers/packages.sh "${install[@]}" try

work="$PWD/build/package-root"
base="$work/debian-12.tar"
root="$work/root"
mkdir -p "$work"
# What was started inside and did not end, such as the X server of a window, keeps its /dev busy.
cleanup() {
    local process mounted
    for process in /proc/[0-9]*; do
        if [ "$(readlink "$process/root")" = "$root" ]; then
            kill -9 "${process#/proc/}" 2>/dev/null || true
        fi
    done
    for mounted in proc dev/shm dev/pts dev; do
        for _ in 1 2 3 4 5 6 7 8 9 10; do
            mountpoint -q "$root/$mounted" || break
            umount "$root/$mounted" 2>/dev/null || sleep 0.5
        done
    done
    rm -rf --one-file-system "$root"
}
trap cleanup EXIT
cleanup

if [ ! -e "$base" ]; then
    say "a fresh Debian 12 ($base)"
    # From where this machine gets its own packages.
    mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
        grep -v security | sort -u | head -n 1)"
    debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} \
        >"$work/debootstrap.log" || { tail -n 20 "$work/debootstrap.log"; exit 1; }
    # minbase leaves manual pages to others, and apt its cache to us
    tar -C "$root" --one-file-system -cf "$base.part" .
    mv "$base.part" "$base"
    rm -rf --one-file-system "$root"
fi
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 bash -euc "$1"; }
as_person() { chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 \
    setpriv --reuid person --regid person --clear-groups \
    /usr/bin/env HOME=/home/person XDG_RUNTIME_DIR=/run/user/person bash -euc "cd; $1"; }
# fresh_root: the Debian that nothing of ours was ever in, with a person who may do nothing.
fresh_root() {
    cleanup
    mkdir -p "$root"
    tar -C "$root" -xf "$base"
    mount --bind /dev "$root/dev"
    mount -t devpts devpts "$root/dev/pts"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mount -t proc proc "$root/proc"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    rm -rf "$root/etc/apt/sources.list" "$root/etc/apt/sources.list.d"
    cp -r /etc/apt/sources.list* "$root/etc/apt/" 2>/dev/null || true
    mkdir "$root/packages"
    inside 'apt-get update -q >/dev/null
        useradd --create-home --shell /bin/bash person
        install -d -o person -g person -m 700 /run/user/person'
}
failed=()
# What a plain desktop has already, and the screen of this test.
desktop='apt-get install -y -q --no-install-recommends xvfb xauth desktop-file-utils \
    shared-mime-info xdg-utils hicolor-icon-theme fonts-dejavu-core >/dev/null'
# The thumbnailer's own line, called as a file manager does.
thumbnail='line="$(sed -n "s/^Exec=//p" $entry | sed "s|%s|128|; s|%i|$HOME/first.tlrun|; s|%o|$HOME/small.png|")"
    eval "$line" && test -s small.png'
# check WHAT COMMAND: as the person; what fails is kept for the end.
check() {
    if out="$(as_person "$2" 2>&1)"; then
        printf 'ok      %s\n' "$1"
    else
        printf 'FAILED  %s\n%s\n' "$1" "$(sed 's/^/        /' <<<"$out" | tail -n 15)"
        failed+=("$1")
    fi
}

say "the engine on a server"
fresh_root
cp "$packages"/*.deb "$root/packages/"
rm -f "$root"/packages/*-dbgsym_*
inside 'apt-get install -y -q --no-install-recommends /packages/throughline-engine_*.deb >/dev/null'
check "it brings no Qt" '! dpkg-query -W -f "\${Package}\n" | grep -i qt'
check "it tells its version" 'throughline-engine version'
check "it completes in bash" 'test -s /usr/share/bash-completion/completions/throughline-engine'

say "many nodes"
if ls "$packages"/throughline-mpi_*.deb >/dev/null 2>&1; then
    inside 'apt-get install -y -q --no-install-recommends /packages/throughline-mpi_*.deb \
        /packages/throughline-engine_*.deb >/dev/null'
    check "two ranks make one record" 'throughline-engine dataset make images --images 200 >/dev/null
        mpirun -n 2 --oversubscribe --bind-to none throughline-mpi run \
            --set dataset.path=$HOME/images --set duration_seconds=1 --set warmup_seconds=0.2 \
            --set storage.direct=false --nodes 1,2 -o nodes.tlrun >/dev/null
        throughline-engine show nodes.tlrun | grep -q "images/s of each node"'
    check "its job script and its manual page are there" '
        throughline-mpi run --set dataset.path=/data --nodes 1,2 -o nodes.tlrun --print-slurm |
            grep -q "^#SBATCH"
        dpkg-query -L throughline-mpi | grep -q man1/throughline-mpi.1.gz'
else
    echo "left out: there is no package of throughline-mpi; it was built without MPI"
fi

say "from the package to the first figure"
fresh_root
cp "$packages"/*.deb "$root/packages/"
rm -f "$root"/packages/*-dbgsym_*
inside "$desktop"
began=$SECONDS
inside 'apt-get install -y -q --no-install-recommends /packages/throughline_*.deb \
    /packages/throughline-engine_*.deb >/dev/null'
echo "        installed after $((SECONDS - began)) s"
check "the window measures and shows a verdict" '
    throughline-engine dataset make images --images 600 >/dev/null
    timeout 150 xvfb-run -a -s "-screen 0 1280x720x24" throughline --size 1280x720 --page measure \
        --folder "$HOME/images" --run --wait --screenshot verdict.png && test -s verdict.png'
cp "$root/home/person/verdict.png" "$work/verdict.png" 2>/dev/null || true
echo "        first verdict after $((SECONDS - began)) s"
check "that takes at most two minutes" "test $((SECONDS - began)) -le 120"

say "the window on a desktop"
fresh_root
cp "$packages"/*.deb "$root/packages/"
rm -f "$root"/packages/*-dbgsym_*
inside 'cd /packages
    # The version before: the same with a lower number.
    for deb in throughline_*.deb throughline-engine_*.deb; do
        dpkg-deb -R "$deb" old
        sed -i -E "s/^Version: .*/Version: 0.0.9/; s/(throughline-engine \(= )[^)]*/\10.0.9/" \
            old/DEBIAN/control
        dpkg-deb --root-owner-group -b old "old-$deb" >/dev/null
        rm -r old
    done
    apt-get install -y -q --no-install-recommends --allow-downgrades ./old-*.deb \
        desktop-file-utils shared-mime-info xdg-utils libglib2.0-bin appstream xvfb xauth man-db \
        hicolor-icon-theme fonts-dejavu-core libqt6sql6-sqlite >/dev/null'
check "a measurement with the version before" 'cd
    throughline-engine dataset make images --images 200 >/dev/null
    throughline-engine run --set dataset.path=$HOME/images --set duration_seconds=2 \
        --set warmup_seconds=0.5 --set storage.direct=false --sweep decode.threads=1,2 \
        --set ceilings=true -o first.tlrun >/dev/null
    throughline-engine import first.tlrun >/dev/null
    throughline-engine library show 1 >/dev/null'
inside 'apt-get install -y -q --no-install-recommends /packages/throughline_*.deb \
    /packages/throughline-engine_*.deb >/dev/null'
check "the upgrade keeps the library" 'throughline-engine library check &&
    throughline-engine library show 1 >/dev/null'
check "desktop entry is valid" 'desktop-file-validate \
    /usr/share/applications/org.throughline.app.desktop'
check "AppStream entry is valid" 'appstreamcli validate --no-net \
    /usr/share/metainfo/org.throughline.app.metainfo.xml'
check "a .tlrun is known for what it is" 'cd
    gio info -a standard::content-type first.tlrun | grep -q application/vnd.throughline.run'
check "and opens with the window" 'test "$(xdg-mime query default application/vnd.throughline.run)" \
    = org.throughline.app.desktop'
check "icons lie in every size" 'for size in 16x16 22x22 32x32 48x48 64x64 128x128 256x256; do
        test -s /usr/share/icons/hicolor/$size/apps/org.throughline.app.png
        test -s /usr/share/icons/hicolor/$size/mimetypes/application-vnd.throughline.run.png
    done
    test -s /usr/share/icons/hicolor/scalable/apps/org.throughline.app.svg'
check "a file manager gets a thumbnail" \
    "entry=/usr/share/thumbnailers/org.throughline.app.thumbnailer; $thumbnail"
check "manual pages are formatted" 'MANPAGER=cat man -l \
        /usr/share/man/man1/throughline-engine.1.gz 2>&1 | grep -q "EXIT STATUS" ||
    zcat /usr/share/man/man1/throughline-engine.1.gz | grep -q "EXIT STATUS"'
check "the window opens and shows the study" 'cd
    timeout 60 xvfb-run -a -s "-screen 0 1280x720x24" throughline --size 1280x720 \
        --page explore --screenshot window.png first.tlrun && test -s window.png'
check "it exports without a display" 'cd
    throughline export --runs 1 --x decode.threads -o threads.svg && test -s threads.svg'
cp "$root/home/person/window.png" "$work/window.png" 2>/dev/null || true

say "removal"
inside 'apt-get purge -y -q throughline throughline-engine >/dev/null
    apt-get autoremove -y -q --purge >/dev/null'
check "the library is still there" 'test -s ~/.local/share/throughline/library.sqlite'
check "nothing else of it is" '! find / -xdev -not -path "/proc/*" -not -path "/packages/*" \
    -not -path "/home/*" -not -path "/run/*" -iname "*throughline*" 2>/dev/null | grep .'

say "the archive, without root"
fresh_root
zstd -dc "$packages"/throughline-*-linux-*.tar.zst | tar -C "$root/packages" -x
mv "$root"/packages/throughline-* "$root/packages/unpacked"
inside 'apt-get install -y -q --no-install-recommends desktop-file-utils shared-mime-info \
    xdg-utils libglib2.0-bin fonts-dejavu-core hicolor-icon-theme >/dev/null'
check "what the system lacks is named in one message" '
    if /packages/unpacked/install.sh 2>message; then exit 1; fi
    cat message
    grep -qx "  libxcb.so.1" message
    grep -q "sudo apt-get install .*libxcb1" message
    test ! -e ~/.local'
cp "$root/home/person/message" "$work/archive-message"
rm -f "$root/home/person/message"
named="$(sed -n 's/^  sudo apt-get install//p' "$work/archive-message")"
inside "apt-get install -y -q --no-install-recommends ${named:?the message names no package} >/dev/null"
everything='find ~ /tmp -mindepth 1 -not -path "/tmp/.X*" -not -path "/tmp/xvfb-run.*" -not -path "*/.cache" -not -path "*/.cache/fontconfig*" \
    -not -path "*/throughline" -not -path "*/throughline/*" | sort'
before="$(as_person "$everything")"
check "what it named is enough" '/packages/unpacked/install.sh'
check "every library is found" 'here=~/.local/opt/throughline
    found="$(ldd $here/bin/throughline* $here/lib/throughline/*.so.* \
        $here/lib/throughline/plugins/*/*.so)"
    grep -q "libQt6Core.so.6 => $here/lib/throughline/" <<<"$found"
    ! grep "not found" <<<"$found"'
inside 'apt-get install -y -q --no-install-recommends xvfb xauth >/dev/null'
check "a .tlrun opens with the window" 'test "$(xdg-mime query default application/vnd.throughline.run)" \
    = org.throughline.app.desktop && desktop-file-validate \
    ~/.local/share/applications/org.throughline.app.desktop'
check "it measures" 'cd
    PATH=~/.local/bin:$PATH
    mkdir -p throughline
    throughline-engine dataset make throughline/images --images 200 >/dev/null
    throughline-engine run --set dataset.path=$HOME/throughline/images --set duration_seconds=2 \
        --set warmup_seconds=0.5 --set storage.direct=false --sweep decode.threads=1,2 \
        -o throughline/first.tlrun >/dev/null
    gio info -a standard::content-type throughline/first.tlrun | grep -q vnd.throughline.run
    throughline-engine import throughline/first.tlrun >/dev/null'
check "the window opens under X with its own Qt" 'cd
    timeout 60 xvfb-run -a -s "-screen 0 1280x720x24" ~/.local/bin/throughline --size 1280x720 \
        --page explore --screenshot throughline/window.png throughline/first.tlrun
    test -s throughline/window.png'
check "it exports without a display" 'cd
    ~/.local/bin/throughline export --runs 1 --x decode.threads -o throughline/threads.svg'
check "a file manager gets a thumbnail" "cp throughline/first.tlrun . &&
    entry=~/.local/share/thumbnailers/org.throughline.app.thumbnailer; $thumbnail &&
    rm first.tlrun small.png"
check "installing it again replaces it, and keeps the library" '/packages/unpacked/install.sh &&
    ~/.local/bin/throughline-engine library show 1 >/dev/null'
check "it removes itself" '~/.local/opt/throughline/uninstall.sh'
check "the library is still there" 'test -s ~/.local/share/throughline/library.sqlite'
# The folders that the library lies in are the user's now.
after="$(as_person "$everything" | grep -vxF -e /home/person/.local -e /home/person/.local/share)"
if [ "$before" = "$after" ]; then
    echo "ok      nothing else of it is"
else
    printf 'FAILED  nothing else of it is\n%s\n' "$(diff <(echo "$before") <(echo "$after"))"
    failed+=("archive: traces")
fi

say "sizes"
stat -c '%n: %s bytes' "$packages"/*.tar.zst
for deb in "$packages"/*.deb; do
    printf '%-50s %8d bytes, installed %6s KiB\n' "$(basename "$deb")" "$(stat -c %s "$deb")" \
        "$(dpkg-deb -f "$deb" Installed-Size)"
done

say "Flatpak manifest"
if command -v flatpak-builder >/dev/null; then
    manifest="$PWD/installers/flatpak/org.throughline.app.yaml"
    # What it does not know it warns of, and goes on.
    if words="$(cd "$work" && flatpak-builder --show-manifest "$manifest" 2>&1 >/dev/null)" &&
        [ -z "$words" ]; then
        echo "ok      flatpak-builder reads it"
    else
        printf 'FAILED  flatpak-builder reads it\n%s\n' "$words"
        failed+=("Flatpak manifest")
    fi
else
    echo "left out: flatpak-builder is not installed"
fi

if [ "$reproducible" -eq 1 ]; then
    say "reproducible"
    again="$work/made-again"
    rm -rf "$again"
    git clone -q . "$again/of/another/folder"
    (cd "$again/of/another/folder" && umask 077 && TZ=Pacific/Kiritimati LC_ALL=C \
        installers/make-packages.sh --no-install "$again/packages") >"$work/again.log" 2>&1 ||
        { tail -n 20 "$work/again.log"; failed+=("made again"); }
    for file in "$packages"/*.deb "$packages"/*.tar.zst; do
        if cmp -s "$file" "$again/packages/$(basename "$file")"; then
            echo "same    $(basename "$file")"
        else
            echo "DIFFERS $(basename "$file")"
            diffoscope "$file" "$again/packages/$(basename "$file")" 2>&1 | head -n 40 || true
            failed+=("reproducible: $(basename "$file")")
        fi
    done
fi

if [ "$piuparts" -eq 1 ]; then
    say "piuparts"
    cleanup
    gzip -1 <"$base" >"$base.gz"
    piuparts --distribution=bookworm --basetgz="$base.gz" --no-eatmydata --warn-on-leftovers-after-purge \
        "$packages"/throughline_*.deb "$packages"/throughline-engine_*.deb \
        >"$work/piuparts.log" 2>&1 && echo "piuparts: clean" || {
        tail -n 20 "$work/piuparts.log"
        failed+=(piuparts)
    }
fi

say "result"
if [ "${#failed[@]}" -gt 0 ]; then
    printf 'FAILED: %s\n' "${failed[@]}"
    exit 1
fi
echo "All passed."
