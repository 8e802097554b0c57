import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { sqlState } from './db.ts'

const lockPauseMs = 1000
const maxLockTries = 300
/** A lock that was not free in time, and a deadlock with calls of members. */
const lockStates = new Set(['55P03', '40P01'])

/**
 * Changes the database in one transaction. A statement that waits for a lock makes all later calls to that table wait behind
 * it, even those of nodes of the previous version. So it gives up soon and tries again, for about as long as our longest
 * transaction takes.
 */
export async function inShortTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`begin; set local lock_timeout = '1s'`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      // If the connection is lost, the server has rolled back already.
      await client.query('rollback').catch(() => {})
      if (!lockStates.has(sqlState(error) ?? '') || tries === maxLockTries) throw error
      await setTimeout(lockPauseMs)
    }
  }
}
