#!/bin/sh
# Copies one WAL segment into the archive, for PostgreSQL's archive_command:
#   archive_command = '/usr/local/bin/archive-wal.sh "%p" "%f" /backup/wal'
# It succeeds only when the segment is complete and on the disk, and never overwrites another one. A segment that is there
# already with the same bytes is a success: PostgreSQL asks again when it was stopped before it noted the first success.
set -eu
from=$1
to=$3/$2
if [ -e "$to" ]; then
  cmp "$from" "$to"
else
  cp "$from" "$to.part"
  sync "$to.part"
  mv "$to.part" "$to"
fi
sync "$3"
