#!/bin/bash
# Backs the PostgreSQL of DATABASE_URL up: backup.sh FOLDER [KEEP]
# Writes FOLDER/adwarden-TIME.dump (mode 0600), and keeps the newest KEEP (7). Needs pg_dump and pg_restore of at least
# the server's version. docs/operate.md, "Back up and restore", says how to restore it.
# Then it writes time and size into the database, so that Adwarden knows of the dump. The user of DATABASE_URL must be able
# to write the table `meta`; when it is not, the dump stays, and the exit code is 3.
set -euo pipefail
umask 077

folder=${1:?Usage: backup.sh FOLDER [KEEP]}
keep=${2:-7}
[[ $keep =~ ^[1-9][0-9]{0,3}$ ]] || { echo "KEEP must be a number from 1 to 9999" >&2; exit 2; }

# The password goes through the environment: everybody can read the arguments of a program.
url=${DATABASE_URL:?DATABASE_URL must be set}
if [[ $url =~ ^(postgres(ql)?://[^:@/]*):([^@/]*)@(.*)$ ]]; then
  url=${BASH_REMATCH[1]}@${BASH_REMATCH[4]}
  coded=${BASH_REMATCH[3]//\\/\\\\}
  PGPASSWORD=$(printf '%b' "${coded//%/\\x}")
  export PGPASSWORD
fi

mkdir -p "$folder"
file=$folder/adwarden-$(date -u +%Y%m%dT%H%M%SZ).dump
trap 'rm -f "$file.part"' EXIT
SECONDS=0
pg_dump --no-password --format=custom --file="$file.part" "$url"
# A dump whose table of contents cannot be read cannot be restored.
pg_restore --list "$file.part" > /dev/null
mv "$file.part" "$file"
bytes=$(stat --format=%s "$file")
echo "wrote $file ($bytes bytes)"
seconds=$SECONDS

# Names sort by time.
find "$folder" -maxdepth 1 -type f -name 'adwarden-*T*Z.dump' | sort --reverse | tail --lines="+$((keep + 1))" |
  while IFS= read -r old; do rm -f -- "$old"; done

# The time is that of the database, when the dump was begun.
note="insert into meta (name, value)
  values ('lastDump', floor(extract(epoch from now()) - $seconds)::bigint * 1000 || ' $bytes')
  on conflict (name) do update set value = excluded.value"
if ! psql --no-password --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --command="$note" "$url"; then
  echo "The dump is good, but Adwarden does not know of it: the user of DATABASE_URL must be able to write the table meta" >&2
  exit 3
fi
