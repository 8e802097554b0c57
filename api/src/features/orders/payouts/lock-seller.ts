import type { Tx } from '#api/db/db.ts'

/** Locks the seller. Every change of an order shares a lock on its sellers (lock-order.ts), so the two wait for each other. */
export async function lockSeller(tx: Tx, memberId: number): Promise<boolean> {
  const seller = tx.selectFrom('members').select('id').where('id', '=', memberId)
  return (await seller.forNoKeyUpdate().executeTakeFirst()) !== undefined
}
