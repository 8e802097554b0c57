import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'

type SeenAddress = { address: string; secret: string; now: Date }

/** Returns a keyed hash, so that the table does not reveal network addresses. */
function hashAddress(address: string, secret: string): Buffer {
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

/** SQL: whether the member of the row has signed up or logged in from this address before (decision 2). */
export const isFamiliarAddress = ({ jwtSecret }: Deps, address: string) => sql<boolean>`exists (
  select from familiar_addresses where member_id = members.id and address_hash = ${hashAddress(address, jwtSecret)})`
