import type pg from 'pg'
import { z } from 'zod'
import { connectBriefly } from '../probe.ts'

const WalPosition = z.object({ bytes: z.number(), isReplica: z.boolean(), startedAt: z.string() })
type WalPosition = z.output<typeof WalPosition>

/** How far a primary has written its log, or a replica has applied it. */
const statement = `
  select (case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0') else pg_current_wal_lsn() end
      - '0/0'::pg_lsn)::float8 as bytes,
    pg_is_in_recovery() as "isReplica", pg_postmaster_start_time()::text as "startedAt"`

/** Uses its own connection, so that a busy pool does not look like lag. */
export function openPositionReader(url: string) {
  let connection: Promise<pg.Client> | undefined

  function disconnect(): void {
    connection?.then((client) => client.end()).catch(() => {})
    connection = undefined
  }
  async function read(): Promise<WalPosition> {
    connection ??= connectBriefly(url)
    try {
      const { rows } = await (await connection).query(statement)
      return WalPosition.parse(rows[0])
    } catch (error) {
      disconnect()
      throw error
    }
  }
  return { read, disconnect }
}
