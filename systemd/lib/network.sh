# shellcheck shell=bash
# The network; none of this is touched without its own flag.

NM_PROFILE=/etc/NetworkManager/system-connections/companion.nmconnection
AVAHI_CONF=/etc/avahi/avahi-daemon.conf

look_at_the_network() {
  [ "$access_point" = no ] || [ -d "$root/etc/NetworkManager" ] ||
    fail "--with-access-point needs NetworkManager, which is not here."
  [ -z "$mdns_name" ] || [ -f "$root$AVAHI_CONF" ] || fail "--mdns-name needs avahi-daemon, which is not here."
}

install_access_point() {
  local secret=$STATE/access-point.toml password=
  if [ -f "$root$secret" ]; then password=$(sed -n 's/^password = "\(.*\)"$/\1/p' "$root$secret"); fi
  # Letters and digits that nobody mistakes for others when reading them aloud across a table.
  [ -n "$password" ] || password=$(head -c 400 /dev/urandom | LC_ALL=C tr -dc 'a-hjkmnp-z2-9' | cut -c1-12)
  sed -e "s/@SSID@/$ssid/" -e "s/@PASSWORD@/$password/" "$here/companion.nmconnection" | put 0600 "$NM_PROFILE"
  # So that the table screen can show the code that joins this Wi-Fi.
  printf '# The Wi-Fi that the companion opens, for the code on the table screen.\nssid = "%s"\npassword = "%s"\n' \
    "$ssid" "$password" | put 0600 "$secret"
  inside chown companion:companion "$secret"
  if [ -x "$root/usr/bin/raspi-config" ]; then
    inside raspi-config nonint do_wifi_country "$country"
  else
    say "note: set the country of your Wi-Fi to $country by hand: there is no raspi-config here."
  fi
  open_access_point
}

# What opens the Wi-Fi, as this version has it; from then on somebody looks whether it is needed.
open_access_point() {
  put 0644 /etc/polkit-1/rules.d/51-companion-network.rules <"$here/companion-network.rules"
  put 0644 "$UNITS/companion-network.service" <"$here/companion-network.service"
  put 0644 "$UNITS/companion-network.timer" <"$here/companion-network.timer"
  if live; then
    inside systemctl daemon-reload
    inside nmcli connection reload
    inside systemctl --quiet enable --now companion-network.timer
  else
    inside systemctl --quiet enable companion-network.timer
  fi
}

install_mdns_name() {
  without_block "$root$AVAHI_CONF" |
    sed "/^\[server\]/a # companion: begin (systemd/install)\nhost-name=$mdns_name\n# companion: end" |
    replace "$AVAHI_CONF"
  sed "s/@PORT@/$(setting port 8000)/" "$here/companion.avahi" | put 0644 /etc/avahi/services/companion.service
  if live; then inside systemctl try-restart avahi-daemon.service; fi
}
