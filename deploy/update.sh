#!/bin/bash
# Puts a new version of the site in the place of the old one, and goes back by itself when it is not well.
#
#   update.sh [source]          source: the project's folder or a .tar.gz of it; the last one used when none is given
#                               (a git clone is brought up to date first)
#   update.sh --back            goes back to the version before, keeping the data as they are
#   update.sh --back --data     the same, and puts back the data of before the update too
#   update.sh --list            the versions that are here
#   update.sh --tidy            removes what is kept too long; libro-tidy.timer calls it every day
#
# Versions stand beside each other in releases/, and `current` points to one of them. The site stops only while the
# database is copied and the pointer moved.
set -euo pipefail

home=${LIBRO_HOME:-/srv/libro}
state=${LIBRO_STATE:-/var/lib/libro}
backups=${LIBRO_BACKUPS:-/var/backups/libro}
settings=${LIBRO_SETTINGS:-/etc/libro.env}
# On the disk (Debian 13 keeps /tmp in memory, and a small machine has none to spare), and kept for the next update.
cache=${LIBRO_CACHE:-/var/cache/libro}
user=${LIBRO_USER:-libro}
# Who may sign a version, in the form of ssh's allowed_signers. Where this file is, what nobody of them signed is not taken.
signers=${LIBRO_SIGNERS:-/etc/libro.signers}
service=libro
# Seconds a version has to show that it is well.
patience=${LIBRO_PATIENCE:-90}
# no: a git clone is taken as it stands (the installation has just been given it).
pull=${LIBRO_PULL:-yes}
releases_kept=3
backups_kept=10
# Readers are told that copies which hold their words expire in so many days.
backup_days=30
hint=''

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

milliseconds() { date +%s%3N; }
name_of() { basename "$(readlink "$1")"; }

# ── Preparing a version, while the old one serves ────────────────────────────────────────────────────────

verify_archive() { # archive: against its checksum and its signature, which stand beside it
  local archive=$1
  if [[ -e $archive.sha256 ]]; then
    [[ $(cut -c -64 "$archive.sha256") == "$(sha256sum "$archive" | cut -c -64)" ]] ||
      fail "$archive non è quello di $archive.sha256: si è guastato per strada, o non è il tuo. Il sito resta com’era."
    say 'La somma di controllo è giusta.'
  fi
  if [[ ! -e $signers ]]; then return; fi
  ssh-keygen -q -Y verify -f "$signers" -I libro -n file -s "$archive.sig" <"$archive" >/dev/null 2>&1 ||
    fail "$archive non è firmato da chi è in $signers (la firma è $archive.sig): il sito resta com’era."
  say 'La firma è giusta.'
}

verify_commit() { # clone, its owner, commit: signed itself, or named by a signed tag
  local source=$1 owner=$2 commit=$3 tag
  if [[ ! -e $signers ]]; then return; fi
  trusting() { as "$owner" git -C "$source" -c gpg.ssh.allowedSignersFile="$signers" "$@" >/dev/null 2>&1; }
  if trusting verify-commit "$commit"; then return; fi
  for tag in $(as "$owner" git -C "$source" tag --points-at "$commit"); do
    if trusting verify-tag "$tag"; then return; fi
  done
  fail "La versione ${commit:0:10} non è firmata da chi è in $signers: il sito resta com’era."
}

bring_up_to_date() { # clone
  local source=$1 owner new
  # As the folder's owner: git refuses to work in other people's folders.
  owner=$(stat -c %U "$source")
  if [[ $pull == yes ]] && as "$owner" git -C "$source" rev-parse -q --verify '@{upstream}' >/dev/null 2>&1; then
    as "$owner" git -C "$source" fetch --quiet --tags || fail "In $source git fetch non è riuscito: il sito resta com’era.
Se la cartella è copiata dal tuo computer, togli quello che la lega al deposito (rm -rf $source/.git) e riprova."
    new=$(as "$owner" git -C "$source" rev-parse '@{upstream}')
    verify_commit "$source" "$owner" "$new"
    as "$owner" git -C "$source" merge --ff-only --quiet "$new" ||
      fail "In $source ci sono modifiche che non vanno d’accordo con la versione nuova: il sito resta com’era."
  else
    verify_commit "$source" "$owner" "$(as "$owner" git -C "$source" rev-parse HEAD)"
  fi
  # The files are copied, not the commit.
  if [[ -e $signers && -n $(as "$owner" git -C "$source" status --porcelain) ]]; then
    fail "In $source ci sono file che nessuno ha firmato (git status dice quali): il sito resta com’era."
  fi
}

fetch() { # source, folder: copies the project's own files
  local source=$1 folder=$2
  mkdir -p "$folder"
  if [[ -d $source ]]; then
    if [[ -d $source/.git ]] && command -v git >/dev/null; then
      bring_up_to_date "$source"
    elif [[ -e $signers ]]; then
      fail "Di una cartella non si può dire chi l’ha firmata: serve un archivio con la sua firma, o un clone. Il sito resta com’era."
    fi
    tar -C "$source" --exclude=./.git --exclude=./node_modules --exclude=./bench/node_modules --exclude=./dist \
      --exclude=./data --exclude=./uploads --exclude=./.env --exclude=./test-results -cf - . | tar -C "$folder" -xf -
  else
    verify_archive "$source"
    tar -C "$folder" -xzf "$source"
    # An archive may hold the project in a folder of its own.
    local inner
    inner=$(find "$folder" -mindepth 2 -maxdepth 2 -name package.json -printf '%h\n' | head -n 1)
    if [[ ! -f $folder/package.json && -n $inner ]]; then
      find "$inner" -mindepth 1 -maxdepth 1 -exec mv -t "$folder" {} +
      rmdir "$inner"
    fi
  fi
  [[ -f $folder/package.json && -f $folder/server.ts ]] || fail "In $source non c’è il progetto del sito."
}

as() { # user, command…
  local who=$1
  shift
  if [[ $(id -un) == "$who" ]]; then "$@"; else runuser -u "$who" -- "$@"; fi
}

carry_assets() { # folder: tabs that are open now go on asking for the files of the version they are of
  if [[ ! -d $home/current/dist/client/assets || ! -f $1/scripts/earlier-assets.mjs ]]; then return; fi
  as "$user" node "$1/scripts/earlier-assets.mjs" "$home/current/dist" "$1/dist"
}

build() { # folder: installs and builds with the site's few rights, then makes the result nobody's to change
  local folder=$1 addresses
  # Fed to node below: the site’s user cannot read every folder that this program may stand in.
  addresses=$(dirname "$(readlink -f "$0")")/lock-addresses.mjs
  # What it gathers in years is not worth a small disk.
  if [[ $(du -sm "$cache" 2>/dev/null | cut -f 1) -gt 1000 ]]; then rm -rf "$cache"; fi
  install -d -m 700 "$cache"
  chown -R "$user:" "$folder" "$cache"
  # No package has a reason to run anything while it is installed.
  (
    cd "$folder"
    export HOME=$cache TMPDIR=$cache NODE_ENV=production
    export npm_config_cache=$cache/npm npm_config_prefer_offline=true npm_config_update_notifier=false
    as "$user" node --input-type=module - "$folder" "$(as "$user" npm config get registry)" <"$addresses" &&
      as "$user" npm ci --include=dev --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null &&
      as "$user" npm run --silent build &&
      carry_assets "$folder" &&
      as "$user" npm prune --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null &&
      as "$user" npm run --silent --if-present trim
  ) || {
    rm -rf "$cache"
    fail "La versione nuova non si costruisce: il sito resta com’era."
  }
  if [[ $(id -u) == 0 ]]; then chown -R root:root "$folder"; fi
  chmod -R u=rwX,go=rX "$folder"
}

# ── Changing versions ────────────────────────────────────────────────────────────────────────────────────

point() { # link, release name: moves a pointer in one step
  ln -sfn "releases/$2" "$home/.$1"
  mv -T "$home/.$1" "$home/$1"
}

keep_data() { # folder: the database as it was, whole (the site is stopped), without what lies beside it: the copies of the site, and what is made anew of the database
  if [[ ! -d $state/data ]]; then return; fi
  mkdir -p "$backups"
  chmod 700 "$backups"
  if mkdir -m 700 "$backups/$1" &&
    find "$state/data" -mindepth 1 -maxdepth 1 ! -name copie ! -name vectors.bin -exec cp -a --reflink=auto -t "$backups/$1" {} + &&
    sync -f "$backups/$1"; then return; fi
  rm -rf "${backups:?}/$1"
  fail "Non riesco a copiare i dati in $backups (c’è posto sul disco?): non cambio niente."
}

put_data_back() { # folder: what is there now is kept beside
  local set_aside
  set_aside=$state/data-$(date -u +%Y%m%d-%H%M%S)
  mv "$state/data" "$set_aside"
  cp -a "$backups/$1" "$state/data"
  chown --reference="$set_aside" "$state/data"
  chmod --reference="$set_aside" "$state/data"
  if [[ -d $set_aside/copie && ! -e $state/data/copie ]]; then mv "$set_aside/copie" "$state/data/copie"; fi
  say "I dati di prima sono tornati; quelli di adesso sono in $set_aside."
}

port() {
  local configured=''
  if [[ -r $settings ]]; then configured=$(sed -n 's/^PORT=//p' "$settings" | tail -n 1); fi
  printf '%s' "${configured:-3000}"
}

well() { # the server answers, has its data, and shows the home page
  local address health
  address=http://127.0.0.1:$(port)
  health=$(curl -fsS -m 5 "$address/api/health" 2>/dev/null) || return 1
  [[ $health == *'"store":"open"'* ]] && curl -fsS -m 5 -o /dev/null "$address/" 2>/dev/null
}

# Whatever ends this program half-way, the site is not left standing still, nor half a version among the others.
halted=''
unfinished=''
trap 'if [[ -n $halted ]]; then systemctl start "$service" || true; fi
if [[ -n $unfinished ]]; then rm -rf "$unfinished"; fi' EXIT

halt() {
  if [[ -L $home/current ]]; then halted=yes; fi
  systemctl stop "$service" 2>/dev/null || true
}

start_and_look() { # succeeds when the site is well within the patience
  local deadline
  systemctl reset-failed "$service" 2>/dev/null || true
  systemctl start "$service" || return 1
  halted=''
  deadline=$((SECONDS + patience))
  until well; do
    if ((SECONDS >= deadline)) || ! systemctl is-active --quiet "$service"; then return 1; fi
    sleep 0.05
  done
}

switch() { # release, name of the copy of the data
  local next=$1 copy=$2 old='' stopped
  if [[ -L $home/current ]]; then old=$(name_of "$home/current"); fi
  stopped=$(milliseconds)
  halt
  if [[ -n $copy ]]; then keep_data "$copy"; fi
  point current "$next"
  if start_and_look; then
    if [[ -n $old && $old != "$next" ]]; then point previous "$old"; fi
    say "In funzione: $next (fermo per $(($(milliseconds) - stopped)) ms)."
    return
  fi
  say "La versione $next non sta bene. Le sue ultime parole:"
  journalctl -u "$service" -n 15 --no-pager -o cat 2>/dev/null | sed 's/^/  /' || true
  if [[ -z $old ]]; then fail "Non c’è una versione precedente a cui tornare."; fi
  halt
  point current "$old"
  if start_and_look; then fail "Sono tornato alla versione $old: il sito funziona come prima.$hint"; fi
  # The new version may have changed the database to a form that the old one does not read.
  if [[ -n $copy && -d $backups/$copy ]]; then
    halt
    put_data_back "$copy"
    if start_and_look; then fail "Sono tornato alla versione $old: il sito funziona come prima."; fi
  fi
  fail "Neppure la versione $old parte: guarda journalctl -u $service."
}

# ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────

tidy() { # keeps the newest versions and copies, and never removes a version in use
  local name oldest
  while read -r name; do
    if [[ $name != "$(name_of "$home/current")" && ! $home/previous -ef $home/releases/$name ]]; then
      rm -rf "${home:?}/releases/$name"
    fi
  done < <(find "$home/releases" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -r | tail -n +$((releases_kept + 1)))
  if [[ -d $backups ]]; then
    while read -r name; do
      rm -rf "${backups:?}/$name"
    done < <(find "$backups" -mindepth 1 -maxdepth 1 -name 'before-*' -printf '%f\n' | sort -r | tail -n +$((backups_kept + 1)))
    # By the name, which is when it was made: the times of the files in it are those of the data.
    oldest=before-$(date -u -d "$backup_days days ago" +%Y%m%d-%H%M%S)
    while read -r name; do
      if [[ $name < $oldest ]]; then rm -rf "${backups:?}/$name"; fi
    done < <(find "$backups" -mindepth 1 -maxdepth 1 -name 'before-[0-9]*' -printf '%f\n')
  fi
}

update() {
  local source=${1:-} name
  if [[ -z $source && -r $home/source ]]; then source=$(<"$home/source"); fi
  if [[ -z $source ]]; then source=$(dirname "$(dirname "$(readlink -f "$0")")"); fi
  source=$(readlink -f "$source") || fail "Non trovo ${1:-il progetto}."
  [[ -e $source ]] || fail "Non trovo $source."
  case $source in "$(readlink -f "$home")"/releases/*) fail "Dimmi da dove prendere la versione nuova: update.sh <cartella o .tar.gz>." ;; esac
  mkdir -p "$home/releases"
  name=$(date -u +%Y%m%d-%H%M%S)
  # Two in one second must not share a folder.
  while [[ -e $home/releases/$name ]]; do
    sleep 0.1
    name=$(date -u +%Y%m%d-%H%M%S)
  done
  say "Preparo la versione $name da $source (uno o due minuti)…"
  unfinished=$home/releases/$name
  fetch "$source" "$unfinished"
  build "$unfinished"
  unfinished=''
  printf '%s\n' "$source" >"$home/source"
  switch "$name" "before-$name"
  tidy
}

back() {
  local data=${1:-} now previous copy
  [[ -L $home/previous ]] || fail "Non c’è una versione precedente."
  now=$(name_of "$home/current")
  previous=$(name_of "$home/previous")
  copy=before-$now
  if [[ $data == --data ]]; then
    [[ -d $backups/$copy ]] || fail "Non ho una copia dei dati di prima della versione $now."
    halt
    put_data_back "$copy"
  elif [[ -d $backups/$copy ]]; then
    hint=" Se la versione $previous non legge i dati di adesso: --back --data."
  fi
  switch "$previous" ''
}

list() {
  local name
  for name in $(find "$home/releases" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort); do
    if [[ $home/current -ef $home/releases/$name ]]; then
      say "$name  ← in funzione"
    elif [[ $home/previous -ef $home/releases/$name ]]; then
      say "$name  ← quella di prima"
    else say "$name"; fi
  done
}

main() {
  case ${1:-} in
    --back) back "${2:-}" ;;
    --list) list ;;
    --tidy) tidy ;;
    -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" ;;
    -*) fail "Non conosco $1: prova update.sh --help." ;;
    *) update "${1:-}" ;;
  esac
}

# The whole file has been read when this line runs: it may be replaced meanwhile. One at a time.
case ${1:-} in --list | -h | --help) ;; *)
  mkdir -p "$home"
  exec 9>"$home/.updating"
  flock -n 9 || fail "Un altro aggiornamento è in corso."
  ;;
esac
main "$@"
exit
