#!/bin/sh
# The steps of check_deb.sh, as root inside a clean Debian without systemd running: /check has newer.deb, older.deb,
# and newer-hall.deb, older-hall.deb.
# What only a machine with systemd shows: the service stopping for an upgrade and starting again, and starting at
# power-on; what only a Raspberry Pi shows: that it is enabled by itself, and the groups of its devices.
set -eu
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PAGER=cat
cd /check
state=/var/lib/toc-pi
config=/etc/toc-pi
link=/etc/systemd/system/multi-user.target.wants/toc-pi.service
begin=$(date +%s)

step() { printf '%5d s  %s\n' $(($(date +%s) - begin)) "$*"; }
fail() {
    printf 'FAILED: %s\n' "$*"
    tail -n 30 /check/log
    exit 1
}
quietly() { "$@" >/check/log 2>&1 || fail "$*"; }
told() { grep -q "$1" /check/log || fail "it was not told: $1"; }
version_of() { dpkg-deb -f "$1" Version; }
installed() { dpkg-query -W -f '${db:Status-Status} ${Version} ${db:Status-Eflag}' toc-pi; }
is_installed() { [ "$(installed)" = "installed $(version_of "$1") ok" ] || fail "$1 isn't installed: $(installed)"; }
megabytes() { du -smx / | cut -f1; }

# The person's data, byte by byte, and as the program reads them.
sums() { (cd / && find "$state" "$config" -type f ! -empty ! -name '*-shm' ! -name lock -exec sha256sum {} + | sort -k2); }
keep() {
    sums >/check/sums
    toc-pi export 1 >/check/game 2>/check/log
}
data_kept() { sums | cmp -s - /check/sums || { sums | diff - /check/sums; fail "data changed: $1"; }; }
works() {
    data_kept "$1"
    toc-pi export 1 2>/check/log | cmp - /check/game || fail "the game reads differently: $1"
    quietly toc-pi games
    told "turns"
    quietly toc-pi doctor
}

step "a clean $(dpkg --print-architecture) $(. /etc/os-release && echo "$PRETTY_NAME"): $(megabytes) MB"
quietly apt-get update
size=$(megabytes)
quietly apt-get install --yes --no-install-recommends ./older.deb
told "toc-pi: it doesn't start at power-on here"
told "toc-pi watch sample"
is_installed older.deb
rm -f /var/cache/apt/archives/*.deb
step "installed with what it depends on: $(($(megabytes) - size)) MB more"
[ "$(getent passwd toc | cut -d: -f6)" = $state ] || fail "user toc"
for group in video render input gpio tty audio; do
    id -nG toc | tr ' ' '\n' | grep -qx $group || fail "toc is not in group $group"
done
[ ! -e $link ] || fail "the service is enabled, and this is no Raspberry Pi"
ls /usr/share/toc-pi/toc_pi/__pycache__/*.pyc >/check/log || fail "no bytecode"
[ -z "$(dpkg --verify toc-pi)" ] || fail "dpkg --verify"

toc-pi doctor
quietly toc-pi doctor
grep -q BAD log && fail "the doctor finds something bad"
step "doctor"
LC_ALL=fr_CA.UTF-8 LANGUAGE=fr toc-pi watch --help | grep -q "plateau\|partie" || fail "no French"
# As a person without a clone: no PYTHONPATH, another folder.
if [ -n "${EMULATED:-}" ]; then # only its begin; `make check-arm64` watches all of it
    verdicts=$(cd / && toc-pi watch sample --no-screen --json 2>/check/log | grep -c -m 3 '"event": "verdict"') || true
    [ "$verdicts" = 3 ] || fail "no three verdicts"
    step "watch sample: the first 3 verdicts"
else
    (cd / && toc-pi watch sample --no-screen --json >/check/sample.jsonl) || fail "watch sample"
    verdicts=$(grep -c '"event": "verdict"' sample.jsonl) || true
    [ "$verdicts" = 18 ] || fail "$verdicts of 18 verdicts"
    step "watch sample: 18 of 18 verdicts"
fi
python3 - <<'END' || fail "the process that thinks doesn't start"
import sys, time
sys.path.insert(0, "/usr/share/toc-pi")
from toc_pi.app.teaching.thinking import ProcessThinker
process = ProcessThinker()._start()
time.sleep(5)
alive = process.poll() is None
process.kill()
sys.exit(not alive)
END

mkdir -p $config $state
chown toc: $state
toc-pi config --example | sed "s|^camera = .*|camera = \"film /usr/share/toc-pi/toc_pi/data/sample/film.mp4\"|
    s|^colours = .*|colours = { a = \"black\", b = \"yellow\", c = \"red\", d = \"green\" }|
    s|^first = .*|first = \"c\"|; s|^white_face = .*|white_face = true|" >$config/settings.toml
setpriv --reuid=toc --regid=toc --init-groups env HOME=$state STATE_DIRECTORY=$state CONFIGURATION_DIRECTORY=$config \
    toc-pi play --no-screen >/check/log 2>&1 || fail "an evening of film, as user toc"
# The film plays at its own pace, which an emulated machine may not follow.
if [ -z "${EMULATED:-}" ]; then
    told "allowed"
    [ -s $state/calibration ] || fail "no calibration"
fi
quietly systemctl enable toc-pi
keep
toc-pi games
step "an evening as user toc: game, calibration, settings; the service is enabled"

quietly apt-get install --yes ./newer.deb
is_installed newer.deb
! grep -q "watch sample" log || fail "an upgrade shows the way to the first game again"
works "upgrade"
[ -L $link ] || fail "the upgrade disabled the service"
step "upgraded"
quietly apt-get install --yes --reinstall ./newer.deb
quietly dpkg -i newer.deb
works "installed twice"
step "installed twice"
quietly apt-get install --yes --allow-downgrades ./older.deb
is_installed older.deb
works "downgrade"
step "downgraded"
quietly apt-get remove --yes toc-pi
data_kept "remove"
[ ! -e /usr/bin/toc-pi ] && [ ! -e /usr/share/toc-pi ] || fail "files are left: $(find /usr/share/toc-pi)"
step "removed: data kept"
quietly apt-get install --yes ./newer.deb
works "installed again"
[ -L $link ] || fail "the service is no more enabled"
step "installed again: the service is still enabled"

# Killed as by a power cut, at another moment each time, while one version replaces the other.
now() { echo $(($(date +%s%N) / 1000000)); }
before=$(now)
quietly dpkg -i newer.deb
whole=$(($(now) - before))
which=older
for percent in ${PERCENTS:-2 5 10 15 20 30 40 50 60 70 80 90}; do
    moment=$((whole * percent / 100))
    setsid dpkg -i $which.deb >/check/log 2>&1 &
    sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
    kill -9 -$! 2>/dev/null || true
    wait $! 2>/dev/null || true
    found=$(installed)
    data_kept "killed: $found"
    # Of a package that was only half unpacked it says that it must be installed again.
    dpkg --configure -a >/check/log 2>&1 || grep -q "reinstall it" log || fail "dpkg --configure -a"
    now=$(installed)
    data_kept "dpkg --configure -a: $now"
    quietly dpkg -i $which.deb
    is_installed $which.deb
    works "killed and repeated"
    step "killed after $moment of $whole ms: $found; dpkg --configure -a: $now; repeated: fine"
    [ $which = older ] && which=newer || which=older
done
[ -L $link ] || fail "the service is no more enabled"

quietly apt-get purge --yes toc-pi
told "kept $state"
data_kept "purge without an answer"
[ ! -e $link ] && [ ! -L $link ] || fail "the service's link is left"
step "purged, nobody asked: data kept"
for answer in no yes; do
    quietly apt-get install --yes ./newer.deb
    works "installed after a purge"
    printf '%s\n' $answer | DEBIAN_FRONTEND=teletype script -qec "dpkg --purge toc-pi" /dev/null >log 2>&1 || fail "purge"
    told "Delete the stored games"
    [ $answer = yes ] || data_kept "purge, answered no"
    step "purged, and the question answered with $answer"
done
[ ! -e $state ] && [ ! -e $config ] || fail "data are left, and the answer was yes"
left=$(find / -xdev -path /check -prune -o -path /proc -prune -o -name '*toc-pi*' -print | grep -v "^/var/log\|^/tmp" || true)
[ -z "$left" ] || fail "left after the purge: $left"
quietly apt-get install --yes ./newer.deb
echo "toc-pi toc-pi/remove_data boolean true" | debconf-set-selections
mkdir -p $state
quietly apt-get purge --yes toc-pi
[ ! -e $state ] || fail "data are left, and the answer was set to yes before"
step "purged, answered beforehand: data deleted"

# A hall is a package of its own. Its files were in the other one first: single.deb is such a version.
hall_link=/etc/systemd/system/multi-user.target.wants/toc-pi-hall.service
results=/var/lib/toc-pi-hall
service=/usr/share/toc-pi/toc_pi/hall/service
fetch() { quietly apt-get install --yes --no-install-recommends --allow-downgrades "$@"; }
refuses() { # in these words, with this environment
    words=$1
    shift
    code=0
    env "$@" toc-pi hall add-table t01 --folder /check/accounts >/check/out 2>/check/log || code=$?
    [ $code = 2 ] && [ ! -s out ] && [ "$(wc -l <log)" = 1 ] && grep -qF "$words (sudo apt install ./toc-pi-hall_*.deb)" log ||
        fail "without its package, toc-pi hall ends with $code"
}
without_hall() {
    [ ! -e $service ] && [ ! -e /usr/lib/systemd/system/toc-pi-hall.service ] || fail "a table has files of a hall"
    refuses "this command is in a package of its own" LC_ALL=C.UTF-8
    refuses "cette commande est dans un paquet à part" LC_ALL=fr_CA.UTF-8 LANGUAGE=fr
    ls /usr/share/toc-pi/toc_pi/hall/table/__pycache__/*.pyc >/check/log || fail "the table's bytecode is gone"
    mkdir -p /check/home/config
    toc-pi config --example >/check/home/config/settings.toml
    quietly env TOC_PI_HOME=/check/home toc-pi publish
    told "no \[hall\]"
}
with_hall() {
    rm -rf /check/accounts /check/pages
    quietly toc-pi hall add-table t01 --folder /check/accounts
    quietly toc-pi hall write-pages /check/pages
    [ -s /check/pages/arbiter.html ] && [ -s /check/pages/words.js ] || fail "no pages"
    # No broker is here: it goes on trying until it is ended.
    timeout --preserve-status 10 toc-pi hall run --folder /check/accounts >/check/log 2>&1 || fail "toc-pi hall run"
    told "no connection"
    [ -s /check/accounts/hall.sqlite ] || fail "no database"
    ls $service/__pycache__/*.pyc >/check/log || fail "no bytecode of the hall"
    [ -z "$(dpkg --verify toc-pi toc-pi-hall)" ] || fail "dpkg --verify"
}
dpkg-deb -R older.deb single
dpkg-deb -x older-hall.deb single
sed -i 's/^Version: .*/Version: 0.0.8/' single/DEBIAN/control
dpkg-deb --root-owner-group -b single single.deb >/check/log
rm -r single

quietly apt-get install --yes ./newer.deb
without_hall
step "a table alone: toc-pi hall names its package"
fetch ./newer-hall.deb
with_hall
[ ! -e $hall_link ] || fail "the hall is enabled by itself"
quietly toc-pi doctor
step "the hall's package beside it: accounts, pages, a hall that looks for its broker"
fetch ./older.deb ./older-hall.deb
with_hall
quietly apt-get install --yes ./newer.deb ./newer-hall.deb
with_hall
step "both downgraded and upgraded"
quietly systemctl enable toc-pi-hall
mkdir -p $results
touch $results/hall.sqlite
quietly apt-get remove --yes toc-pi-hall
without_hall
[ -L $hall_link ] || fail "removing disabled the hall"
fetch ./newer-hall.deb
with_hall
quietly apt-get purge --yes toc-pi-hall
told "kept $results"
without_hall
[ -e $results/hall.sqlite ] && [ ! -L $hall_link ] || fail "purging the hall"
step "the hall removed, installed again, and purged: results kept, the table works"

fetch ./single.deb python3-networkx python3-paho-mqtt python3-sqlalchemy
[ -e $service ] || fail "single.deb"
quietly systemctl enable toc-pi-hall
quietly apt-get install --yes ./newer.deb
told "hall is in a package of its own now"
without_hall
[ -L $hall_link ] || fail "the upgrade disabled the hall"
fetch ./newer-hall.deb
with_hall
[ -L $hall_link ] || fail "its package disabled the hall"
step "a version that was one package upgraded in two steps: the hall is still enabled"
for way in "apt-get install --yes --no-install-recommends ./newer.deb ./newer-hall.deb" \
    "dpkg -i --auto-deconfigure newer-hall.deb newer.deb"; do
    quietly apt-get purge --yes toc-pi-hall
    fetch ./single.deb
    quietly $way
    ! grep -q "package of its own now" log || fail "both are there, and it asks for one"
    with_hall
    [ "$(dpkg -S $service)" = "toc-pi-hall: $service" ] || fail "whose files are the hall's?"
done
step "and at once, by apt, and by dpkg with the hall unpacked first"
quietly apt-get purge --yes toc-pi
told "kept $results"
[ ! -e $service ] || fail "a hall is left without what it depends on"
rm -r $results
left=$(find / -xdev -path /check -prune -o -path /proc -prune -o -name '*toc-pi*' -print | grep -v "^/var/log\|^/tmp" || true)
[ -z "$left" ] || fail "left after the purge of both: $left"
step "both purged; all is tried"
