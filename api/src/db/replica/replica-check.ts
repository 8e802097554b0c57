import { z } from 'zod'
import { openReconnecting } from '../probe.ts'

const WalPosition = z.object({ bytes: z.number(), isReplica: z.boolean(), startedAt: z.string() })

/** Reads how far a primary has written its log, or how far a replica has applied it. */
const positionStatement = `
  select (case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0') else pg_current_wal_lsn() end
      - '0/0'::pg_lsn)::float8 as bytes,
    pg_is_in_recovery() as "isReplica", pg_postmaster_start_time()::text as "startedAt"`

/** The result of a check. `problem` says why the replica cannot be used; `server` identifies the server and its start. */
type CheckResult = { problem?: string; server: string; lagMs: number }

/** Compares the positions of a primary and its replica over its own connections, so that a busy pool does not look like lag. */
export function openReplicaCheck(url: string, primaryUrl: string) {
  const [primary, replica] = [openReconnecting(primaryUrl), openReconnecting(url)]
  const positionOf = async ({ query }: typeof primary) =>
    WalPosition.parse((await query(positionStatement))[0])
  const lag = followLag()
  let server = ''

  async function run(): Promise<CheckResult> {
    const askedAt = performance.now()
    // The primary is read first, so that the lag is never underestimated.
    const there = await positionOf(primary).catch(() => undefined)
    if (there && !there.isReplica) lag.notePrimary(askedAt, there.bytes)
    // The connection is opened anew, because a balancer may lead to another server by now.
    const here = await positionOf(replica)
      .finally(() => void replica.close())
      .catch(errorText)
    if (typeof here === 'string') return broken(`it does not answer (${here})`)
    // A former primary that was cut off may even be ahead of the new one.
    if (there && !here.isReplica && here.startedAt !== there.startedAt) return broken('it is another primary')
    if (here.startedAt !== server) lag.resetReplica()
    server = here.startedAt
    lag.noteReplica(here.bytes)
    return { server, lagMs: lag.lagAt(askedAt) }
  }
  return { run, lagAt: lag.lagAt, close: primary.close }
}

const broken = (problem: string): CheckResult => ({ problem, server: '', lagMs: Infinity })

function errorText(error: unknown): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error
  return cause instanceof Error ? cause.message : String(cause)
}

const maxSamples = 60

/**
 * Measures lag as time: how long ago the primary was where the replica is now. While nothing is written both are at the
 * same position, so an idle primary does not look like lag.
 */
export function followLag() {
  let samples: { at: number; bytes: number }[] = []
  let caughtUpAt = -Infinity
  return {
    /** Records a position of the primary. `at` is the time before it was read. */
    notePrimary(at: number, bytes: number): void {
      samples = [...samples.slice(1 - maxSamples), { at, bytes }]
    },
    noteReplica(bytes: number): void {
      for (const sample of samples) {
        if (sample.bytes <= bytes) caughtUpAt = Math.max(caughtUpAt, sample.at)
      }
      samples = samples.filter((sample) => sample.bytes > bytes)
    },
    /** Is called after a restart, or if another server answers, because that may be behind the former one. */
    resetReplica(): void {
      caughtUpAt = -Infinity
    },
    /** Returns infinity until the replica has caught up for the first time. */
    lagAt: (now: number) => now - caughtUpAt,
  }
}
