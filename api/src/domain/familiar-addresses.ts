import { createHmac } from 'node:crypto'
import type { Db } from '#api/db/db.ts'

type SeenAddress = { address: string; secret: string; now: Date }

/** Returns a keyed hash, so that the table does not reveal network addresses. */
export function hashAddress(address: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(address).digest()
}

export async function rememberAddress(
  tx: Db,
  memberId: number,
  { address, secret, now }: SeenAddress,
): Promise<void> {
  await tx
    .insertInto('familiar_addresses')
    .values({ member_id: memberId, address_hash: hashAddress(address, secret), seen_at: now })
    .onConflict((on) => on.columns(['member_id', 'address_hash']).doUpdateSet({ seen_at: now }))
    .execute()
}
