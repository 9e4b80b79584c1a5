#!/bin/bash
# From a bare Debian 12 or 13 to the site behind Caddy. Run as root from the project's folder:
#
#   deploy/install.sh [domain]
#
# Asks for the domain and nothing else. Run again it changes only what is missing or different; settings and data stay.
set -euo pipefail

project=$(dirname "$(dirname "$(readlink -f "$0")")")
home=/srv/libro
state=/var/lib/libro
settings=/etc/libro.env
caddyfile=/etc/caddy/Caddyfile
marker='# deploy/install.sh ha scritto questo file'

say() { printf '\n── %s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

setting() { # name: its value in the settings
  if [[ -r $settings ]]; then sed -n "s/^$1=//p" "$settings" | tail -n 1; fi
}

is_domain() { [[ $1 =~ ^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)$ ]]; }

has_accents() { # name: whether it is a domain but for letters beyond a-z
  local LC_ALL=C
  [[ $1 == *[!\ -~]*.* || $1 == *.*[!\ -~]* ]] && [[ $1 != *[[:space:]/:@]* ]]
}

plain_domain() { # domain: as the registers of names have it, perché.it as xn--perch-fsa.it
  local plain
  plain=$(node -p 'new URL("http://" + process.argv[1]).hostname' "$1" 2>/dev/null) || plain=''
  is_domain "$plain" || fail "«$1» non è un dominio."
  printf '%s' "$plain"
}

domain_of_readers() {
  local domain=${1:-}
  if [[ -z $domain ]]; then
    domain=$(setting PUBLIC_URL)
    domain=${domain#https://}
  fi
  # A name with accents is written in plain letters once Node is there.
  while ! is_domain "$domain" && ! has_accents "$domain"; do
    if [[ -n $domain ]]; then printf '«%s» non è un dominio.\n' "$domain" >&2; fi
    read -r -p 'Il dominio del sito (per esempio www.iltuolibro.it): ' domain || fail 'Serve il dominio.'
    domain=${domain,,}
    domain=${domain#http*://}
    domain=${domain%%/*}
  done
  printf '%s' "$domain"
}

new_enough() { # version: whether it is Node 20.19 or later
  dpkg --compare-versions "${1#v}" ge 20.19
}

# A machine just rented updates itself first, and holds apt for some minutes.
apt_get() {
  local problem tries
  for tries in {1..60}; do
    if problem=$(LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get "$@" 2>&1 >/dev/null); then return; fi
    if [[ $problem != *'Could not get lock'* && $problem != *'Unable to lock'* ]]; then fail "$problem"; fi
    if ((tries == 1)); then printf 'La macchina si sta aggiornando da sola: aspetto che finisca.\n'; fi
    sleep 5
  done
  fail "$problem"
}

install_packages() {
  local node packages=(caddy curl git)
  apt_get update -qq
  if ! command -v node >/dev/null || ! new_enough "$(node --version)"; then
    node=$(apt-cache policy nodejs | sed -n 's/^ *Candidate: *//p')
    if new_enough "${node/(none)/0}"; then
      packages+=(nodejs npm)
    else
      # Debian 12 has Node 18, too old: NodeSource keeps newer ones, with updates through apt.
      apt_get install -y -qq --no-install-recommends ca-certificates curl gnupg
      curl -fsSL https://deb.nodesource.com/gpgkey/nodesource-repo.gpg.key |
        gpg --dearmor --yes -o /usr/share/keyrings/nodesource.gpg
      printf 'deb [signed-by=/usr/share/keyrings/nodesource.gpg] https://deb.nodesource.com/node_24.x nodistro main\n' \
        >/etc/apt/sources.list.d/nodesource.list
      apt_get update -qq
      packages+=(nodejs)
    fi
  elif ! command -v npm >/dev/null; then
    packages+=(npm)
  fi
  # Only what goes wrong is shown: there are some hundred small packages. They reach the disk together at the end, as
  # when Debian itself is installed: a wait for each of their files is two thirds of the time on a slow disk.
  apt_get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-unsafe-io "${packages[@]}"
  sync
}

# The build takes about 600 MB for some seconds; the smallest machines have 1 GB and nothing to fall back on.
add_swap() {
  local memory
  memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
  if ((memory >= 1800)) || [[ -n $(swapon --noheadings --show 2>/dev/null) || -e /swapfile ]]; then return; fi
  say 'Poca memoria: aggiungo 1 GB di scambio su disco'
  if fallocate -l 1G /swapfile && chmod 600 /swapfile && mkswap -q /swapfile && swapon /swapfile; then
    printf '/swapfile none swap sw 0 0\n' >>/etc/fstab
  else
    rm -f /swapfile
    printf 'Non si può su questa macchina: vado avanti senza.\n'
  fi
}

write_settings() { # domain
  if [[ ! -e $settings ]]; then
    install -m 600 /dev/null "$settings"
    cat >"$settings" <<SETTINGS
# Le impostazioni del sito: solo root le legge. Dopo una modifica: systemctl restart libro
# Tutte quelle possibili sono in $home/current/.env.example.
PUBLIC_URL=https://$1
# Con una chiave di Groq il personaggio parla attraverso un modello più ricco.
#GROQ_API_KEY=
# off: si comincia da un sito vuoto e non dal libro dimostrativo.
#DEMO=off
SETTINGS
  elif [[ $(setting PUBLIC_URL) != "https://$1" ]]; then
    sed -i '/^PUBLIC_URL=/d' "$settings"
    # Whoever prepared the file by hand may have left its last line open.
    printf '\nPUBLIC_URL=https://%s\n' "$1" >>"$settings"
  fi
  chmod 600 "$settings"
}

write_caddyfile() { # domain
  local next other
  next=$(mktemp)
  { printf '%s\n' "$marker"; sed "s|{\$DOMAIN}|$1|" "$project/deploy/Caddyfile"; } >"$next"
  # Whoever forgets the www, or writes it, finds the site as well, where the name exists.
  if [[ $1 == www.* ]]; then other=${1#www.}; else other=www.$1; fi
  if getent hosts "$other" >/dev/null; then
    printf '\n%s {\n\tredir https://%s{uri} permanent\n}\n' "$other" "$1" >>"$next"
  fi
  sed -i "s|{\$UPSTREAM:127.0.0.1:3000}|127.0.0.1:$(setting PORT | grep . || printf 3000)|" "$next"
  chmod 644 "$next"
  if ! cmp -s "$next" "$caddyfile"; then
    if [[ -e $caddyfile ]] && ! grep -q "^$marker" "$caddyfile"; then
      cp "$caddyfile" "$caddyfile.di-prima"
    fi
    caddy validate --adapter caddyfile --config "$next" >/dev/null 2>&1 || fail "Il Caddyfile non è valido: $next"
    cp "$next" "$caddyfile"
    systemctl reload-or-restart caddy
  fi
  rm -f "$next"
  systemctl enable --quiet --now caddy
}

open_firewall() {
  if command -v ufw >/dev/null && ufw status | grep -q '^Status: active'; then
    ufw allow 80/tcp >/dev/null
    ufw allow 443 >/dev/null
  fi
}

main() {
  [[ $(id -u) == 0 ]] || fail 'Serve root: sudo deploy/install.sh'
  command -v apt-get >/dev/null || fail 'Questo programma conosce Debian e Ubuntu; altrove usa deploy/compose.yaml.'
  local domain
  domain=$(domain_of_readers "${1:-}")

  say 'Node, Caddy e il poco altro che serve (uno o due minuti)'
  install_packages
  domain=$(plain_domain "$domain")
  add_swap

  say 'Il sito'
  if ! id libro >/dev/null 2>&1; then
    adduser --system --group --quiet --home "$state" --no-create-home libro
  fi
  mkdir -p "$home/releases"
  write_settings "$domain"
  local unit changed=''
  for unit in libro.service libro-tidy.service libro-tidy.timer; do
    if cmp -s "$project/deploy/$unit" "/etc/systemd/system/$unit"; then continue; fi
    cp "$project/deploy/$unit" "/etc/systemd/system/$unit"
    changed=yes
  done
  if [[ -n $changed ]]; then systemctl daemon-reload; fi
  systemctl enable --quiet libro
  systemctl enable --quiet --now libro-tidy.timer
  install -m 755 "$project/deploy/libro" /usr/local/sbin/libro
  # Only the hash stays: the words themselves are in memory for as long as the first start takes.
  local password=''
  if [[ ! -e $state/data/db.json && -z $(setting ADMIN_PASSWORD) ]]; then
    password=$(bash "$project/deploy/libro" nuova-password)
    trap 'rm -f /run/libro.password' EXIT
  fi
  if [[ -L $home/current && -z $(newer_files) ]]; then
    systemctl restart libro
  else
    LIBRO_PULL=no bash "$project/deploy/update.sh" "$project"
  fi

  say 'Caddy'
  write_caddyfile "$domain"
  open_firewall

  say "Fatto: https://$domain"
  if [[ -n $password ]]; then
    printf '\nLa password di https://%s/admin, mostrata solo questa volta:\n\n    %s\n\n' "$domain" "$password"
  fi
  printf 'I comandi di ogni giorno: libro (stato, aggiorna, torna, ripristina, verifica, password, diario)\n'
  if ! getent hosts "$domain" >/dev/null; then
    printf 'Il dominio non porta ancora a nessuna macchina: crea un record A per %s.\n' "$domain"
  fi
}

# What came to this folder since the version in use was made, by the time it arrived: archives bring old dates along.
# Whoever has updated from another folder or a file meanwhile must not fall back to what stands here.
newer_files() {
  find "$project" -path "$project/node_modules" -prune -o -path "$project/.git" -prune -o -path "$project/dist" -prune \
    -o -type f -cnewer "$home/source" -print -quit
}

main "$@"
exit
