#!/bin/sh
# Builds build/toc-pi-arm64.img: the card of debian/image with Debian's own kernel instead of a Raspberry Pi's, and
# build/toc-pi-arm64.vmlinuz and .initrd, which start it in `qemu-system-aarch64 -M virt` (printed at the end).
#   image.sh [ARCHITECTURE]      another one (amd64) for machines of that kind
# As root, with mmdebstrap; an architecture that isn't this machine's is emulated by qemu-user-static.
set -eu
cd "$(dirname "$0")/.."
architecture=${1:-arm64}
name=build/toc-pi-$architecture
layer=debian/image/layer/toc-pi.yaml
# Without the pointer authentication of qemu's default, which takes most of the time; a Pi 4's processor has none either.
export QEMU_CPU="${QEMU_CPU:-cortex-a72}"

[ "$(id -u)" = 0 ] || { echo "toc-pi: sudo make image" >&2; exit 2; }
for needed in mmdebstrap:mmdebstrap sfdisk:fdisk mkfs.ext4:e2fsprogs; do
    command -v "${needed%:*}" >/dev/null || { echo "toc-pi: sudo apt install ${needed#*:}" >&2; exit 2; }
done
deb=$(ls dist/toc-pi_*_all.deb 2>/dev/null) || { sh tools/deb.sh; deb=$(ls dist/toc-pi_*_all.deb); }
packages=$(sed -n '/^  packages:/,/^  [a-z]/s/^    - \([^ ]*\).*/\1/p' "$layer" | paste -sd,)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p build

# Only the modules that such a machine starts from: thousands would be copied one by one, emulated.
small='cd "$1" && mkdir -p etc/initramfs-tools/conf.d usr/share/initramfs-tools/modules.d &&
    echo MODULES=list >etc/initramfs-tools/conf.d/small &&
    printf "%s\n" virtio_pci virtio_blk ext4 overlay >usr/share/initramfs-tools/modules.d/small'
mmdebstrap --quiet --variant=minbase --architectures="$architecture" --format=directory --essential-hook="$small" \
    --include="$packages,linux-image-$architecture,initramfs-tools,zstd" \
    --customize-hook="sh debian/image/install \"\$1\" $deb" \
    --customize-hook='echo toc >"$1/etc/hostname"; echo "LABEL=toc-root / ext4 defaults,noatime 0 1" >"$1/etc/fstab"' \
    trixie "$work/root"
cp "$work"/root/boot/vmlinuz-* "$name.vmlinuz"
cp "$work"/root/boot/initrd.img-* "$name.initrd"

# One partition for the root, with 800 MB free for updates, and room after it for what is kept.
used=$(($(du -sm "$work/root" | cut -f1) + 800))
rm -f "$name.img"
truncate -s $((used + 4 + 512))M "$name.img"
echo "2048,${used}MiB,L" | sfdisk --quiet "$name.img"
truncate -s "${used}M" "$work/part"
mkfs.ext4 -q -L toc-root -d "$work/root" "$work/part"
dd if="$work/part" of="$name.img" bs=1M seek=1 conv=notrunc,sparse status=none
ls -l "$name".*
case $architecture in
    arm64) machine="qemu-system-aarch64 -M virt -cpu cortex-a72" console=ttyAMA0 ;;
    *) machine="qemu-system-x86_64 -cpu max" console=ttyS0 ;;
esac
echo "started with: $machine -smp 2 -m 1536 -vga none -display none -serial stdio -device virtio-gpu-pci \\
    -drive file=$name.img,if=virtio,format=raw -kernel $name.vmlinuz -initrd $name.initrd \\
    -append 'root=LABEL=toc-root overlayroot=tmpfs:recurse=0 systemd.firstboot=no console=$console'"
