import type { Tx } from '#api/db/db.ts'

/** Whoever changes an order holds a shared lock of its sellers (lock-order.ts), so this waits for them and they for this. */
export async function lockSeller(tx: Tx, memberId: number): Promise<boolean> {
  const seller = tx.selectFrom('members').select('id').where('id', '=', memberId)
  return (await seller.forNoKeyUpdate().executeTakeFirst()) !== undefined
}
