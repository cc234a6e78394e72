#!/usr/bin/env bash
# Measures two table layouts for the job queue on a throw-away PostgreSQL: M (one wide row, updated) and N (narrow rows
# that move, nothing updated). Prints a markdown table of medians; the layouts alternate in every round.
#
#   ./run.sh                 full size, about 12 minutes
#   SCALE=small ./run.sh     a smoke test of every step, one to three minutes
#   PHASES="variants drain_small" ./run.sh
#   PG_BIN=/opt/pg/bin ROUNDS=5 ./run.sh
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The server refuses to run as root: hand a readable copy to the postgres user and run there.
if [[ $(id -u) -eq 0 ]]; then
  stage=$(mktemp -d)
  trap 'rm -rf "$stage"' EXIT
  cp "$here"/run.sh "$here"/*.sql "$stage"
  chown -R postgres "$stage"
  runuser -u postgres -- env -C "$stage" bash "$stage/run.sh" "$@"
  exit
fi

# ---------------------------------------------------------------- sizes

ROUNDS=${ROUNDS:-3}
PHASES=${PHASES:-submit variants trap drain_small drain_big steady kept plans}
case ${SCALE:-full} in
  full)
    seconds=6 batches=200 small=50000 refills=6 big=5000000 bite=300000
    trial=300000 trap=20000 kept=1000000 pruned=200000 ;;
  small)
    seconds=2 batches=20 small=10000 refills=2 big=100000 bite=10000
    trial=10000 trap=2000 kept=50000 pruned=10000 ;;
  *) echo "SCALE is full or small" >&2; exit 2 ;;
esac

# ---------------------------------------------------------------- server

find_binaries() {
  local dir
  for dir in "${PG_BIN:-}" $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV); do
    if [[ -x $dir/initdb && -x $dir/pgbench ]]; then echo "$dir"; return; fi
  done
  echo "no PostgreSQL binaries: set PG_BIN" >&2
  return 1
}

PATH=$(find_binaries):$PATH
temp=$(mktemp -d "${TMPDIR:-/tmp}/layouts.XXXXXX")
export PGHOST=$temp PGDATABASE=postgres PGUSER=bench

stop_server() {
  [[ -s $temp/data/postmaster.pid ]] && pg_ctl -D "$temp/data" -m immediate -w stop >/dev/null
  rm -rf "$temp"
}

start_server() {
  initdb -D "$temp/data" -U "$PGUSER" -A trust --locale=C.UTF-8 >/dev/null
  cat >>"$temp/data/postgresql.conf" <<CONF
listen_addresses = ''
unix_socket_directories = '$temp'
shared_buffers = 512MB
max_wal_size = 4GB
CONF
  trap stop_server EXIT
  pg_ctl -D "$temp/data" -l "$temp/log" -w start >/dev/null
}

# ---------------------------------------------------------------- measuring

# A plan cached while a table is empty must still be right when it is full: hot sessions may not scan whole tables.
generic="-c plan_cache_mode=force_generic_plan"
pinned="$generic -c enable_seqscan=off -c enable_bitmapscan=off"
hot=$pinned
payload='{"customer":123456789,"template":"welcome-back","locale":"de-CH","attempted":false,"tag":"spring-sale"}'

say() { printf '%s %s\n' "$(date +%T)" "$*" >&2; }
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }

# pgbench with the variables that the scripts share; prints transactions per second.
tps() {
  PGOPTIONS=$hot pgbench -n -M prepared -D topic=default -D "payload=$payload" -D "results=$results" \
    -D rows=1000 -D lane=0 -D mark=0 -D jobs="$kept" "$@" >"$temp/pgbench" 2>&1 || {
    cut -c 1-300 "$temp/pgbench" >&2
    return 1
  }
  sed -n 's/^tps = \([0-9.]*\) .*/\1/p' "$temp/pgbench"
}

calc() { awk "BEGIN { printf \"%.${2:-0}f\", $1 }"; }

note() {   # row, column, value
  [[ $3 =~ ^[0-9.]+$ ]] || { say "$1 / $2 failed"; exit 1; }
  printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$temp/notes"
  say "$1 / $2: $3"
}

layouts() { if (($1 % 2)); then echo m n; else echo n m; fi; }   # round: who goes first takes turns

fresh() { sql -f "$here/schema.sql" 2>/dev/null; }

settle() {   # the same start for every run: statistics, visibility and a checkpoint
  sql -c 'VACUUM (ANALYZE) m.jobs' -c 'VACUUM (ANALYZE) n.job' -c 'VACUUM (ANALYZE) n.ready' \
    -c 'VACUUM (ANALYZE) n.running' -c 'VACUUM (ANALYZE) n.finished' -c CHECKPOINT
}

submit() {   # layout, jobs: multi-row, two clients
  tps -c 2 -j 2 -t $(($2 / 2000)) -f "$here/$1-submit.sql" >/dev/null
}

waiting() {   # layout: the smallest waiting seq, where the watermark stands
  case $1 in
    m) sql -c "SELECT coalesce(min(seq), 0) FROM m.jobs WHERE status = 0" ;;
    n) sql -c "SELECT coalesce(min(seq), 0) FROM n.ready" ;;
  esac
}

drain() {   # layout, jobs, claim, completion: seconds to claim and complete in batches of 500
  local script=$temp/drain.sql rate
  cat "$here/$3.sql" "$here/$4.sql" >"$script"
  rate=$(tps -c 2 -j 2 -t $(($2 / 1000)) -D mark="$(waiting "$1")" -f "$script")
  calc "$2 / 500 / $rate" 3
}

expect_finished() {   # layout, jobs: a drain that lost or doubled a job is no measurement
  local found
  case $1 in
    m) found=$(sql -c "SELECT count(*) FROM m.jobs WHERE status = 2") ;;
    n) found=$(sql -c "SELECT count(*) FROM n.finished") ;;
  esac
  [[ $found == "$2" ]] || { say "layout $1: $found jobs finished, not $2"; exit 1; }
}

hold() {   # an old snapshot, held by a session of its own
  PGAPPNAME=held psql -Xq -c 'BEGIN ISOLATION LEVEL REPEATABLE READ' -c 'SELECT count(*) FROM n.ready' \
    -c 'SELECT pg_sleep(3600)' >/dev/null 2>&1 &
  until [[ $(sql -c "SELECT count(*) FROM pg_stat_activity
                     WHERE application_name = 'held' AND query LIKE '%pg_sleep%' AND backend_xmin IS NOT NULL") == 1 ]]; do
    sleep 0.1
  done
}

release() {
  sql -c "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'held'" >/dev/null
}

wal() { sql -c "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"; }

claim_m=m-claim complete_m=m-complete
claim_n=n-claim complete_n=n-complete-c
best() { local name="$1_$2"; echo "${!name}"; }
drain_best() { drain "$1" "$2" "$(best claim "$1")" "$(best complete "$1")"; }

# ---------------------------------------------------------------- phases

submit_phase() {
  local round l kind before
  for round in $(seq "$ROUNDS"); do
    fresh
    for kind in '' -conflict; do
      for l in $(layouts "$round"); do
        note "submit one${kind:+, ON CONFLICT}, 8 clients, jobs/s" $l \
          "$(calc "$(tps -c 8 -j 2 -T "$seconds" -f "$here/$l-submit-one$kind.sql")")"
      done
      for l in $(layouts "$round"); do
        sql -c CHECKPOINT
        before=$(wal)
        note "submit 1000 per statement${kind:+, ON CONFLICT}, 2 clients, jobs/s" $l \
          "$(calc "1000 * $(tps -c 2 -j 2 -t $((batches / 2)) -f "$here/$l-submit$kind.sql")")"
        note "WAL bytes per job, submit 1000${kind:+, ON CONFLICT}" $l "$(calc "($(wal) - $before) / ($batches * 1000)")"
      done
    done
  done
}

trial_run() {   # row, layout, claim, completion: one drain under a held snapshot on fresh tables
  fresh
  submit "$2" "$trial"
  settle
  hold
  note "$1" "$2" "$(calc "$trial / $(drain "$2" "$trial" "$3" "$4")")"
  release
  expect_finished "$2" "$trial"
}

variants_phase() {
  local round v
  for round in $(seq "$ROUNDS"); do
    for v in a b c d e; do trial_run "held: completion $v, jobs/s" n $claim_n n-complete-$v; done
    for v in n-claim n-claim-any n-claim-seq n-claim-join; do trial_run "held: claim $v, jobs/s" n $v $complete_n; done
    for v in m-claim m-claim-seq m-claim-join; do trial_run "held: claim $v, jobs/s" m $v $complete_m; done
  done
}

idle_first() {   # row, layout, claim, completion: as trial_run, but every connection plans while nothing is running
  local turns
  fresh
  submit "$2" "$trap"
  settle
  hold
  cat "$here/$3.sql" "$here/$4.sql" - >"$temp/idle.sql" <<<"SELECT 'default' AS topic \\gset"
  turns=$((trap / 1000 + 1))   # the first turn finds nothing
  note "$1" "$2" "$(calc "$trap / (2 * $turns) * $(tps -c 2 -j 2 -D topic=idle -t $turns -f "$temp/idle.sql")")"
  release
  expect_finished "$2" "$trap"
}

trap_phase() {   # what the pins are for: a plan made on an idle server, then dead rows pile up
  local round v
  for round in $(seq "$ROUNDS"); do
    for v in a b c d e; do
      hot=$generic idle_first "held, idle first, planner free, $trap jobs: completion $v, jobs/s" n $claim_n n-complete-$v
      hot=$pinned idle_first "held, idle first, planner pinned, $trap jobs: completion $v, jobs/s" n $claim_n n-complete-$v
    done
  done
}

refilled() {   # layout, row: keep a small backlog, refill it until enough has been drained
  local i total=0
  fresh
  settle
  if [[ $2 == *held* ]]; then hold; fi
  for i in $(seq "$refills"); do
    submit "$1" "$small"
    total=$(calc "$total + $(drain_best "$1" "$small")" 3)
  done
  if [[ $2 == *held* ]]; then release; fi
  note "$2" "$1" "$(calc "$small * $refills / $total")"
  expect_finished "$1" $((small * refills))
}

drain_small_phase() {
  local round l kind
  for round in $(seq "$ROUNDS"); do
    for kind in '' ', snapshot held'; do
      for l in $(layouts "$round"); do refilled $l "claim + complete 500, backlog $small$kind, jobs/s"; done
    done
  done
}

drain_big_phase() {
  local round l kind before
  fresh
  for l in m n; do say "loading $big into $l"; submit $l "$big"; done
  settle
  for round in $(seq "$ROUNDS"); do
    for kind in '' ', snapshot held'; do
      for l in $(layouts "$round"); do
        sql -c CHECKPOINT
        if [[ -n $kind ]]; then hold; fi
        before=$(wal)
        note "claim + complete 500, backlog $big$kind, jobs/s" $l "$(calc "$bite / $(drain_best $l "$bite")")"
        note "WAL bytes per job, claim + complete after a checkpoint$kind" $l "$(calc "($(wal) - $before) / $bite")"
        if [[ -n $kind ]]; then release; fi
      done
    done
  done
}

steady_phase() {   # every client submits, claims and completes 500 in turn, on connections that live through it
  local round l kind
  for round in $(seq "$ROUNDS"); do
    for kind in '' ', snapshot held'; do
      for l in $(layouts "$round"); do
        fresh
        submit $l "$small"
        settle
        if [[ -n $kind ]]; then hold; fi
        cat "$here/$l-submit.sql" "$here/$(best claim $l).sql" "$here/$(best complete $l).sql" >"$temp/steady.sql"
        note "submit + claim + complete 500, steady backlog $small$kind, jobs/s" $l \
          "$(calc "500 * $(tps -c 2 -j 2 -D rows=500 -t $((bite / 1000)) -f "$temp/steady.sql")")"
        if [[ -n $kind ]]; then release; fi
      done
    done
  done
}

size() {   # layout: bytes of all its tables and indexes
  sql -c "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = '$1'::regnamespace"
}

kept_phase() {   # what finished jobs cost: disk, lookups, lists, pruning
  local round l before rate pruner
  fresh
  for l in m n; do
    sql -v topic=default -v payload="$payload" -v jobs="$kept" -f "$here/$l-load.sql"
    before=$(wal)
    drain_best $l "$kept" >/dev/null
    expect_finished $l "$kept"
    note "WAL bytes per job, claim + complete without a checkpoint" $l "$(calc "($(wal) - $before) / $kept")"
    note "MB per $kept finished jobs, before VACUUM" $l "$(calc "$(size $l) / 1048576")"
  done
  settle
  for l in m n; do note "MB per $kept finished jobs, after VACUUM" $l "$(calc "$(size $l) / 1048576")"; done
  for round in $(seq "$ROUNDS"); do
    for l in $(layouts "$round"); do
      note "lookup by id, 2 clients, per second" $l "$(calc "$(tps -c 2 -j 2 -T "$seconds" -f "$here/$l-lookup.sql")")"
    done
    for l in $(layouts "$round"); do
      note "newest 50 with status, 2 clients, per second" $l \
        "$(calc "$(tps -c 2 -j 2 -T "$seconds" -f "$here/$l-newest.sql")")"
    done
  done
  for round in $(seq "$ROUNDS"); do
    for l in $(layouts "$round"); do
      sql -c CHECKPOINT
      note "prune by 5000, jobs/s" $l "$(calc "5000 * $(tps -c 1 -t $((pruned / 5000)) -f "$here/$l-prune.sql")")"
    done
    for l in $(layouts "$round"); do
      submit $l $((2 * pruned))
      sql -c CHECKPOINT
      note "claim + complete 500, no pruning, jobs/s" $l "$(calc "$pruned / $(drain_best $l "$pruned")")"
      sql -c CHECKPOINT
      PGOPTIONS=$hot pgbench -n -M prepared -c 1 -t $((pruned / 5000)) -f "$here/$l-prune.sql" >"$temp/pruner" 2>&1 &
      pruner=$!
      note "claim + complete 500 while pruning, jobs/s" $l "$(calc "$pruned / $(drain_best $l "$pruned")")"
      wait "$pruner"
      rate=$(sed -n 's/^tps = \([0-9.]*\) .*/\1/p' "$temp/pruner")
      note "prune by 5000 while draining, jobs/s" $l "$(calc "5000 * $rate")"
    done
  done
}

plan() {   # script: the plan of its statement, all parameters unknown
  local statement
  statement=$(sed -E -e '/^--/d' -e 's/\\aset|;$//' -e 's/:topic/$1/g' -e 's/:(lane|mark|client_id)::/$2::/g' \
    -e 's/:(seqs|workers)::/$3::/g' -e 's/:tries::/$4::/g' -e 's/:results::/$5::/g' "$here/$1.sql")
  PGOPTIONS=$hot sql -c "PREPARE it(text, bigint, bigint[], int[], json[]) AS $statement" \
    -c "EXPLAIN (COSTS OFF) EXECUTE it('default', 0, '{}', '{}', '{}')"
}

shape() {   # the scans and joins of a plan, on one line
  grep -oE '(Seq|Tid|Bitmap Heap) Scan on [a-z]+|Index Scan using [a-z_]+|(Hash|Merge) (Semi )?Join|Nested Loop|Sort$' |
    paste -sd ';' | sed 's/;/, /g'
}

plans_phase() {   # every hot statement, planner free and pinned, on tables that are empty, nearly empty and full
  local state rows file
  for state in 'never analyzed' empty '30 rows' "$kept rows"; do
    fresh
    rows=${state%% *}
    if [[ $rows =~ ^[0-9]+$ ]]; then
      sql -v topic=default -v payload="$payload" -v jobs="$rows" -f "$here/m-load.sql" -f "$here/n-load.sql" \
        -c "INSERT INTO n.running SELECT k, 1, 1, 0, now() FROM generate_series(1, $rows) k"
    fi
    if [[ $state != never* ]]; then settle; fi
    for file in m-claim m-complete n-claim n-claim-any n-claim-seq n-claim-join n-complete-{a,b,c,d,e}; do
      printf '%s | %s | free | %s\n' "$state" $file "$(hot=$generic plan $file | shape)" >>"$temp/plans"
      printf '%s | %s | pinned | %s\n' "$state" $file "$(hot=$pinned plan $file | shape)" >>"$temp/plans"
    done
  done
  for file in n-claim n-complete-c; do printf '\n%s, pinned\n%s\n' $file "$(plan $file)" >>"$temp/plans"; done
}

# ---------------------------------------------------------------- report

report() {   # medians of the notes, one row per measure, in the order in which they were first noted
  awk -F'\t' '
    !($1 in seen) { seen[$1] = 1; order[++rows] = $1 }
    { key = $1 FS $2; n = ++count[key]
      for (i = n; i > 1 && value[key, i - 1] > $3 + 0; i--) value[key, i] = value[key, i - 1]
      value[key, i] = $3 + 0 }
    function median(key,   n) {
      n = count[key]
      if (n == 0) return ""
      return n % 2 ? value[key, (n + 1) / 2] : (value[key, n / 2] + value[key, n / 2 + 1]) / 2 }
    function range(key) { return count[key] > 1 ? " (" value[key, 1] "–" value[key, count[key]] ")" : "" }
    END {
      print "| measure | M | N | N / M |"
      print "|---|---|---|---|"
      for (r = 1; r <= rows; r++) {
        m = order[r] FS "m"; n = order[r] FS "n"
        ratio = (count[m] && count[n]) ? sprintf("%.2f", median(n) / median(m)) : ""
        printf "| %s | %s%s | %s%s | %s |\n", order[r], median(m), range(m), median(n), range(n), ratio } }
  ' "$temp/notes"
}

start_server
results=$(sql -c "SELECT array_fill('{\"sent\":true,\"ms\":12}'::text, ARRAY[500])")
say "$(postgres --version), $(nproc) cores, ${SCALE:-full} size, $ROUNDS rounds"
fresh
submit m "$kept"   # warm up: the server makes its WAL files before anything is timed
submit n "$kept"
for phase in $PHASES; do
  say "phase $phase"
  "${phase}_phase"
done
[[ ! -e $temp/notes ]] || report
[[ ! -e $temp/plans ]] || { echo; cat "$temp/plans"; }
