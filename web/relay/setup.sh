#!/bin/sh
# A relay with a bell on Debian 12: Mosquitto, Caddy and the bell (docs/relay.md). As root:
#   sh setup.sh relay.example.org mailto:you@example.org    sets it up, or brings it up to date
#   sh setup.sh --remove                                    removes it with all that it keeps
set -eu
here=$(dirname "$(readlink -f "$0")")
root=${ROOT:-} # where tests look at the files

if [ "${1:-}" = --remove ]; then
  systemctl disable --now cacao-bell mosquitto caddy || true
  rm -rf "$root/etc/systemd/system/cacao-bell.service" "$root/etc/mosquitto/relay.acl" \
    "$root/etc/mosquitto/mosquitto.conf" "$root/var/lib/mosquitto" "$root/etc/caddy/Caddyfile" \
    "$root/opt/cacao-bell" "$root/var/lib/cacao-bell"
  userdel cacao-bell || true
  apt-get purge -y mosquitto caddy
  exit
fi
[ $# = 2 ] || { sed -n 2,4p "$0"; exit 2; }
name=$1 contact=$2

apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
  mosquitto caddy ufw python3-venv
id cacao-bell > /dev/null 2>&1 || useradd --system --home-dir /var/lib/cacao-bell cacao-bell

# The bell's user name is its password: with it one may read all games, which are encrypted.
mkdir -p "$root/etc/mosquitto" "$root/etc/caddy" "$root/etc/systemd/system" \
  "$root/opt/cacao-bell" "$root/var/lib/cacao-bell"
secret=$(sed -n 's/^user //p' "$root/etc/mosquitto/relay.acl" 2> /dev/null || true)
[ "$secret" ] || secret=bell-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
umask 077
cat > "$root/etc/mosquitto/relay.acl" << END
pattern readwrite cacao/2/%u/#
pattern read cacao/bell

user $secret
topic read cacao/2/#
topic readwrite cacao/bell
END
printf 'BELL_USER=%s\n' "$secret" > "$root/var/lib/cacao-bell/user"
chown mosquitto: "$root/etc/mosquitto/relay.acl"
chown -R cacao-bell: "$root/var/lib/cacao-bell"
umask 022

cat > "$root/etc/mosquitto/mosquitto.conf" << END
listener 1883 127.0.0.1
listener 8083 127.0.0.1
protocol websockets
socket_domain ipv4
allow_anonymous true
acl_file /etc/mosquitto/relay.acl
connection_messages false
max_packet_size 8600
message_size_limit 8192
max_queued_messages 100
persistence true
persistence_location /var/lib/mosquitto/
autosave_interval 60
END

cat > "$root/etc/caddy/Caddyfile" << END
$name {
	reverse_proxy /mqtt 127.0.0.1:8083
}
END

cp "$here/bell.py" "$here/asked.py" "$root/opt/cacao-bell/"
[ -x "$root/opt/cacao-bell/venv/bin/python" ] || python3 -m venv "$root/opt/cacao-bell/venv"
"$root/opt/cacao-bell/venv/bin/python" -m pip install -q --require-hashes --no-deps \
  -r "$here/../vendor/bell.txt"

cat > "$root/etc/systemd/system/cacao-bell.service" << END
[Unit]
Description=The bell of a relay for Cacao
After=mosquitto.service

[Service]
User=cacao-bell
EnvironmentFile=/var/lib/cacao-bell/user
ExecStart=/opt/cacao-bell/venv/bin/python /opt/cacao-bell/bell.py \\
  --state /var/lib/cacao-bell/bell.sqlite --contact $contact
Restart=always
RestartSec=5
ProtectSystem=strict
ReadWritePaths=/var/lib/cacao-bell
NoNewPrivileges=yes

[Install]
WantedBy=multi-user.target
END

ufw allow 22,80,443/tcp
ufw --force enable
systemctl daemon-reload
systemctl enable mosquitto caddy cacao-bell
systemctl restart mosquitto caddy cacao-bell
echo "The relay is $name. Enter it in the settings of the page, and choose Try it."
