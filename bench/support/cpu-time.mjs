import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'

/** `getconf CLK_TCK` prints this number on every Linux. */
const ticksPerSecond = 100

/**
 * Returns the processor seconds that the server and all processes of its database use for `work`. A connection that closes
 * during it is left out, because its earlier time would otherwise be subtracted.
 */
export async function cpuSecondsDuring({ db }, { pid }, work) {
  const perProcess = async () => {
    const pids = [pid, ...(await databasePids(db))]
    return new Map(await Promise.all(pids.map(async (one) => [one, await secondsOf(one)])))
  }
  const before = await perProcess()
  await work()
  const after = await perProcess()
  return [...after].reduce((sum, [one, seconds]) => sum + seconds - (before.get(one) ?? 0), 0)
}

export async function databasePids(db) {
  const { rows } = await sql`select pid from pg_stat_activity`.execute(db)
  return rows.map((row) => row.pid)
}

export async function cpuSecondsOf(pids) {
  const seconds = await Promise.all(pids.map(secondsOf))
  return seconds.reduce((sum, one) => sum + one, 0)
}

/** Returns 0 for a connection that has closed since. */
async function secondsOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0] = stat.split(') ').at(-1).split(' ').slice(11, 13).map(Number)
  return (user + system) / ticksPerSecond
}
