#!/bin/sh
# Makes the disks of the tried machine in build/machine: a Debian trixie with a kernel, and one with packages.
#   image.sh PACKAGE NEWER     the package that is tried, and a later version to upgrade to
# The trixie is made once and kept: `rm -r build/machine` has it made again. As root, or with user namespaces.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/sbin
work=build/machine
mkdir -p "$work"
fail() {
    printf 'toc-pi: %s\n' "$*" >&2
    exit 2
}
for tool in mmdebstrap mkfs.ext4 qemu-img qemu-system-x86_64 zstd; do
    command -v "$tool" >/dev/null ||
        fail "$tool is missing (sudo apt install mmdebstrap e2fsprogs qemu-system-x86 qemu-utils zstd)"
done

depends=$(sed -n '/^Depends:/,/^[A-Z]/{/^Depends:\|^ /p}' debian/control |
    sed 's/^Depends://; s/([^)]*)//g; s/\${[^}]*},\?//g' | tr -d ' \n')
# Beside what the package needs: a system that starts, a kernel, the screen's driver, and a loopback camera, which
# Debian builds for its kernel.
system=linux-image-amd64,linux-headers-amd64,v4l2loopback-dkms,systemd-sysv,udev,dbus,kmod,libgl1-mesa-dri,zstd
needed=$system,${depends%,},alsa-utils,espeak-ng

cat >"$work/settle" <<'END'
set -eu
echo tried-machine >/etc/hostname
# The journal goes to the second serial port as it comes.
mkdir -p /etc/systemd/journald.conf.d
printf '[Journal]\nForwardToConsole=yes\nTTYPath=/dev/ttyS1\nMaxLevelConsole=info\n' \
    >/etc/systemd/journald.conf.d/serial.conf
printf '%s\n' virtio_gpu uinput softdog v4l2loopback >/etc/modules-load.d/check.conf
# Without a film it is no camera, as if it weren't plugged in.
echo 'options v4l2loopback video_nr=0 exclusive_caps=1 card_label=film' >/etc/modprobe.d/check.conf
cat >/etc/systemd/system/check.service <<'UNIT'
[Unit]
After=systemd-modules-load.service
[Service]
ExecStartPre=mount -o ro /dev/vdb /mnt
ExecStart=/usr/bin/python3 -u /mnt/guest.py
[Install]
WantedBy=multi-user.target
UNIT
systemctl enable check.service
systemctl mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer \
    serial-getty@ttyS0.service
# A small initial RAM disk, which an emulated processor unpacks quickly.
echo MODULES=list >/etc/initramfs-tools/conf.d/check
printf '%s\n' virtio_pci virtio_blk ext4 >>/etc/initramfs-tools/modules
update-initramfs -u
END

if [ ! -s "$work/disk.img" ] || [ "$(cat "$work/disk.holds" 2>/dev/null)" != "$needed $(sha256sum <"$work/settle")" ]; then
    echo "   making a trixie with a kernel (this once, some minutes) ..."
    rm -f "$work/disk.img"
    # A bind mount shows the root without what is mounted in it.
    mmdebstrap --quiet --variant=minbase --architectures=amd64 --include="$needed" --format=null \
        --customize-hook="upload $work/settle /settle" \
        --customize-hook='chroot "$1" sh /settle >&2; rm "$1/settle"' \
        --customize-hook="cp -L \"\$1/vmlinuz\" $work/vmlinuz; cp -L \"\$1/initrd.img\" $work/initrd" \
        --customize-hook="truncate -s 4G $work/disk.img && mkdir -p $work/bare && mount --bind \"\$1\" $work/bare &&
            mkfs.ext4 -q -F -d $work/bare $work/disk.img; umount $work/bare; rmdir $work/bare" \
        trixie /dev/null 2>"$work/image.log" || fail "the trixie can't be made; see $work/image.log"
    # Unpacked here, because an emulated processor takes many seconds for it.
    at=$(LC_ALL=C grep --only-matching --byte-offset --binary --text --perl-regexp '\x28\xb5\x2f\xfd' "$work/vmlinuz" |
        head -1 | cut -d: -f1)
    tail -c "+$((at + 1))" "$work/vmlinuz" | zstd -dc 2>/dev/null >"$work/vmlinux" || :
    [ -s "$work/vmlinux" ] || fail "the kernel can't be unpacked"
    echo "$needed $(sha256sum <"$work/settle")" >"$work/disk.holds"
fi

[ -s "$work/film.yuv" ] || .venv/bin/python -m tools.machine.film_frames "$work/film.yuv"
rm -rf "$work/packages" "$work/packages.img"
mkdir "$work/packages"
cp "$1" "$work/packages/toc-pi.deb"
cp "$2" "$work/packages/newer.deb"
cp tools/machine/guest.py "$work/film.yuv" "$work/packages"
truncate -s 260M "$work/packages.img"
mkfs.ext4 -q -F -d "$work/packages" "$work/packages.img"
rm -r "$work/packages"
