#!/bin/bash
# The contract of files and leases (tests/ceph) against a second S3 server: Ceph's gateway, on loopback, with all its data in
# memory and in a folder of its own. Ends with 75 where it is not there or does not come up.
set -e
PATH=$PATH:/usr/sbin:/sbin
folder=$(mktemp -d) port=$((20000 + RANDOM % 12000)) outcome=75
finish() {
  if [[ $outcome == 75 ]]; then echo "Ceph is not here, or its gateway did not come up."; fi
  cat "$folder"/*.pid 2>/dev/null | xargs -r kill -9 2>/dev/null || true
  rm -rf "$folder"
  exit "$outcome"
}
trap finish EXIT
mkdir "$folder"/{mon,osd,mgr,rgw,run,log}
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
timeout 60 ceph osd new "$osd" 0 >/dev/null
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
outcome=0
TEST_FOLDER=ceph CEPH_ENDPOINT=http://127.0.0.1:$port npx --no-install vitest run --reporter=dot || outcome=1
