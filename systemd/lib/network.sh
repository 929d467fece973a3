# shellcheck shell=bash
# The network; none of this is touched without its own flag.

NM_PROFILE=/etc/NetworkManager/system-connections/companion.nmconnection
# What NetworkManager starts to give phones their addresses and names.
DNSMASQ=/usr/sbin/dnsmasq
AVAHI_CONF=/etc/avahi/avahi-daemon.conf

look_at_the_network() {
  [ "$access_point" = no ] || [ -d "$root/etc/NetworkManager" ] ||
    fail "--with-access-point needs NetworkManager, which is not here."
  [ "$access_point" = no ] || [ -x "$root$DNSMASQ" ] ||
    fail "--with-access-point needs dnsmasq, which is not here: sudo apt install dnsmasq-base"
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
  allow_radio
  open_access_point
}

# A Pi's Wi-Fi is switched off until it knows its country; anybody may have switched it off since.
allow_radio() {
  if [ -x "$root/usr/bin/raspi-config" ]; then
    inside raspi-config nonint do_wifi_country "$country"
  else
    put 0644 /etc/modprobe.d/companion-wifi.conf <<<"options cfg80211 ieee80211_regdom=$country"
  fi
  if live; then inside nmcli radio wifi on; fi
}

# What opens the Wi-Fi, as this version has it; from then on somebody looks whether it is needed.
open_access_point() {
  put 0644 /etc/polkit-1/rules.d/51-companion-network.rules <"$here/companion-network.rules"
  put 0644 "$UNITS/companion-network.service" <"$here/companion-network.service"
  put 0644 "$UNITS/companion-network.timer" <"$here/companion-network.timer"
  put 0644 "$UNITS/companion-address.service" <"$here/companion-address.service"
  put 0644 /etc/NetworkManager/dnsmasq-shared.d/companion.conf <"$here/companion.dnsmasq"
  if live; then
    inside systemctl daemon-reload
    inside nmcli connection reload
    inside systemctl --quiet enable --now companion-address.service
    inside systemctl --quiet enable --now companion-network.timer
  else
    inside systemctl --quiet enable companion-address.service
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
