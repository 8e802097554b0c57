import { followLag } from './lag.ts'
import { openPositionReader } from './wal-position.ts'

/** `problem` is why it cannot be used at all. `server` tells servers and their starts apart. */
type CheckResult = { problem?: string; server: string; lagMs: number }

/** Compares the positions of a primary and its replica. */
export function openReplicaCheck(url: string, primaryUrl: string) {
  const primary = openPositionReader(primaryUrl)
  const replica = openPositionReader(url)
  const lag = followLag()
  let server = ''

  async function run(): Promise<CheckResult> {
    const askedAt = performance.now()
    // The primary comes first, so that lag is never found too small.
    const there = await primary.read().catch(() => undefined)
    if (there && !there.isReplica) lag.notePrimary(askedAt, there.bytes)
    // Connected anew, because a balancer may lead to another server by now.
    const here = await replica.read().finally(replica.disconnect).catch(errorText)
    if (typeof here === 'string') return broken(`it does not answer (${here})`)
    // A former primary that was cut off may even be ahead of the new one.
    if (there && !here.isReplica && here.startedAt !== there.startedAt) return broken('it is another primary')
    if (here.startedAt !== server) lag.forgetReplica()
    server = here.startedAt
    lag.noteReplica(here.bytes)
    return { server, lagMs: lag.lagAt(askedAt) }
  }
  return { run, lagAt: lag.lagAt, close: primary.disconnect }
}

const broken = (problem: string): CheckResult => ({ problem, server: '', lagMs: Infinity })

function errorText(error: unknown): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error
  return cause instanceof Error ? cause.message : String(cause)
}
