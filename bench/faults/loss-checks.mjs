import { setTimeout as pause } from 'node:timers/promises'
import { findLost } from './ledger.mjs'

const drainSeconds = 120

/** Waits for at most two minutes, and returns the work that is due and has not been done. */
export async function drain({ pool }) {
  for (let second = 0; ; second += 1) {
    const { rows } = await pool.query(
      'select count(*)::int as count from graphile_worker.jobs where run_at <= now() and attempts < max_attempts',
    )
    if (rows[0].count === 0 || second >= drainSeconds) return rows[0].count
    await pause(1000)
  }
}

/** Returns the acknowledged writes that are missing. Uploads are fetched to find out. */
export async function lostWrites({ pool, cluster }, writes) {
  const uploads = writes.filter(({ kind }) => kind === 'upload')
  const lost = await findLost(pool, writes)
  for (const write of uploads) {
    const { ok } = await fetch(new URL(write.url, cluster.url)).catch(() => ({ ok: false }))
    if (!ok) lost.push(write)
  }
  return lost
}

/**
 * Checks the effects of each paid order: mails to buyer and seller, the message and the status change, each wanted exactly
 * once. Returns [{ what, ref, times }] of the others.
 */
export async function wrongEffects({ pool, cluster }) {
  const { rows: paid } = await pool.query(
    `select transaction_ref as ref from orders where paid_at is not null`,
  )
  const { rows: moves } = await pool.query(
    `select transaction_ref as ref from order_moves join orders on orders.id = order_id
     where order_moves.status = 'PROCESSING'`,
  )
  const { rows: messages } = await pool.query(
    `select substring(body from 'for order (RS-[A-Z2-7]+) has arrived') as ref from messages
     where sender_id is null and body like 'Thank you. Your payment%'`,
  )
  const mails = await (await fetch(cluster.mailUrl)).json()
  const receipts = mails.flatMap(({ subject }) => {
    const ref = /^Your receipt for order (\S+)$/.exec(subject)?.[1]
    return ref ? [{ ref }] : []
  })
  const sales = mails.filter(({ subject }) => subject === 'You have sold something')
  const refs = paid.map(({ ref }) => ref)
  return {
    paid: refs.length,
    wrong: [
      ...findNotOnce('receipt', refs, receipts),
      ...findNotOnce('message', refs, messages),
      ...findNotOnce('move', refs, moves),
    ],
    surplusSales: sales.length - refs.length,
  }
}

/** Returns the wanted keys that were not found exactly once. */
export function findNotOnce(what, wanted, found) {
  const times = new Map(wanted.map((ref) => [ref, 0]))
  for (const { ref } of found) times.set(ref, (times.get(ref) ?? 0) + 1)
  return [...times].filter(([, count]) => count !== 1).map(([ref, count]) => ({ what, ref, times: count }))
}
