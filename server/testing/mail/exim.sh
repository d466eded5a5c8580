# Runs Exim as Debian ships it: with TLS and a password, and without delivering what it takes. Its input, a line each: a new
# password, or nothing, on which it prints the headers of all mails it took. Settings: PORT, TLS_PORT, CERTIFICATE, KEY.
set -eu
mkdir -p /srv/spool /srv/log
printf '%s\n' "$CERTIFICATE" > /srv/certificate.pem
printf '%s\n' "$KEY" > /srv/key.pem
cat > /srv/exim.conf <<CONF
primary_hostname = mail.example.com
spool_directory = /srv/spool
log_file_path = /srv/log/%slog
pid_file_path = /srv/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = $PORT : $TLS_PORT
tls_on_connect_ports = $TLS_PORT
tls_advertise_hosts = *
tls_certificate = /srv/certificate.pem
tls_privatekey = /srv/key.pem
auth_advertise_hosts = \${if eq{\$tls_in_cipher}{}{}{*}}
host_lookup =
rfc1413_hosts =
smtp_accept_max = 0
queue_only
notifier_socket =
acl_smtp_rcpt = recipient
begin acl
recipient:
  deny    message = no such user
          local_parts = nobody
  accept  authenticated = *
  deny    message = relay not permitted
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{\$auth2}{hark}}{eq{\$auth3}{\${readfile{/srv/password}{}}}}}}
CONF
printf 'first' > /srv/password
chmod 755 /srv
chown Debian-exim:Debian-exim /srv/spool /srv/log /srv/*.pem /srv/password
exim4 -C /srv/exim.conf -bdf < /dev/null > /dev/null &
while read -r password; do
  if [ -n "$password" ]; then
    printf '%s' "$password" > /srv/password
  else
    for headers in /srv/spool/input/*-H; do if [ -e "$headers" ]; then cat "$headers"; fi; done
  fi
  echo done
done
