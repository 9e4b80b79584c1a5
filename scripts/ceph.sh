#!/bin/bash
# ceph.sh FOLDER PORT: one Ceph gateway on loopback, all its data in memory and in FOLDER, for tests. Process ids in
# FOLDER/*.pid; the user's keys are CEPH-KEY and CEPH-SECRET.
set -e
folder=$(realpath -m "${1:?folder}") port=${2:?port}
mkdir -p "$folder"/{mon,osd,mgr,rgw,run,log}
export CEPH_CONF=$folder/ceph.conf
cat >"$CEPH_CONF" <<CONF
[global]
fsid = $(uuidgen)
mon host = [v2:127.0.0.1:$((port + 1)),v1:127.0.0.1:$((port + 2))]
public network = 127.0.0.0/8
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = $folder/keyring
auth allow insecure global id reclaim = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd crush chooseleaf type = 0
mon warn on pool no redundancy = false
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = $folder/run
admin socket = $folder/run/\$name.asok
log file = $folder/log/\$name.log
pid file = $folder/\$name.pid
mon allow pool delete = true
osd max object name len = 256
osd max object namespace len = 64
mgr initial modules =
[mon.a]
mon data = $folder/mon
[osd.0]
osd data = $folder/osd
[mgr.x]
mgr data = $folder/mgr
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$port
rgw data = $folder/rgw
keyring = $folder/keyring
rgw dns name = localhost
CONF
key() { ceph-authtool "$folder/keyring" --gen-key "$@" >/dev/null; }
ceph-authtool --create-keyring "$folder/keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
key -n mgr.x --cap mon 'allow profile mgr' --cap osd 'allow *'
key -n client.rgw --cap mon 'allow rwx' --cap osd 'allow rwx' --cap mgr 'allow rw'
key -n osd.0 --cap mon 'allow profile osd' --cap osd 'allow *' --cap mgr 'allow profile osd'
fsid=$(sed -n 's/^fsid = //p' "$CEPH_CONF")
monmaptool --create --clobber --fsid "$fsid" \
  --addv a "[v2:127.0.0.1:$((port + 1)),v1:127.0.0.1:$((port + 2))]" "$folder/monmap" >/dev/null
ceph-mon --mkfs -i a --monmap "$folder/monmap" --keyring "$folder/keyring"
ceph-mon -i a
ceph-mgr -i x
for _ in $(seq 20); do
  if ceph --connect-timeout 3 -s >/dev/null 2>&1; then break; fi
  sleep .5
done
osd=$(uuidgen)
ceph osd new "$osd" 0 >/dev/null
ceph-osd -i 0 --mkfs --osd-uuid "$osd" 2>/dev/null
ceph-osd -i 0 2>/dev/null
radosgw -n client.rgw -f --keyring "$folder/keyring" --rgw_thread_pool_size=16 >"$folder/rgw.out" 2>&1 &
echo $! >"$folder/rgw.pid"
disown
for _ in $(seq 60); do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  sleep .5
done
radosgw-admin user create --uid=test --display-name=test --access-key=CEPH-KEY --secret-key=CEPH-SECRET >/dev/null
