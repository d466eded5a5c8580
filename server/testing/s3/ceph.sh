# Runs in the container: one monitor, one object storage daemon in memory, and the S3 gateway at 127.0.0.1:$PORT, until
# standard input ends. The folder stays /: the daemons look for their plug-ins below it.
set -eu
fsid=6f6c2b0e-7c1d-4e59-9d1c-8a3f5e1b2c3d
monitor="[v2:127.0.0.1:$MONITOR_PORT]"
keyring=/srv/keyring
mkdir /srv/mon /srv/osd /srv/rgw
export CEPH_CONF=/srv/ceph.conf
cat > "$CEPH_CONF" << END
[global]
fsid = $fsid
mon_host = $monitor
mon_initial_members = a
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
keyring = $keyring
run_dir = /srv
admin_socket =
log_file =
mon_cluster_log_file =
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_objectstore = memstore
memstore_device_bytes = 1073741824
[mon]
mon_data = /srv/mon
[osd]
osd_data = /srv/osd
[client.rgw.a]
rgw_data = /srv/rgw
rgw_frontends = beast endpoint=127.0.0.1:$PORT
END

ceph-authtool --create-keyring $keyring --gen-key -n mon. --cap mon 'allow *'
ceph-authtool $keyring --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *'
ceph-authtool $keyring --gen-key -n client.rgw.a --cap mon 'allow *' --cap osd 'allow *'
monmaptool --create --addv a "$monitor" --fsid $fsid /srv/monmap
ceph-mon --mkfs -i a --monmap /srv/monmap --keyring $keyring
ceph-mon -i a -f --keyring /srv/mon/keyring &

uuid=$(cat /proc/sys/kernel/random/uuid)
secret=$(ceph-authtool --gen-print-key)
id=$(echo "{\"cephx_secret\":\"$secret\"}" | timeout 30 ceph osd new "$uuid" -i -)
ceph-authtool $keyring -n "osd.$id" --add-key "$secret"
ceph-osd -i "$id" --mkfs --osd-uuid "$uuid" --keyring $keyring
ceph-osd -i "$id" -f --keyring $keyring &

timeout 60 radosgw-admin -n client.rgw.a user create --uid=hark --display-name=Hark \
  --access-key="$ACCESS_KEY" --secret-key="$SECRET_KEY"
radosgw -n client.rgw.a -f --keyring $keyring &
cat > /dev/null
