import { maxAddresses } from '@rootsquare/contract/addresses'
import type { Address, NewAddress, OrderAddress } from '@rootsquare/contract/addresses'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { columnsOf, noSuchAddress, ownAddress, ownAddresses, withStateNames } from './address-rows.ts'

export const listAddresses = (db: Db, viewer: Viewer): Promise<Address[]> =>
  ownAddresses(db, viewer).execute()

export async function createAddress(deps: Deps, viewer: Viewer, body: NewAddress) {
  return transact(deps.db, async (tx) => {
    // Calls of one member run one by one, because the addresses are counted.
    await lockActiveMember(deps, tx, viewer)
    const address = await withStateNames(tx, body)
    if ((await ownAddresses(tx, viewer).execute()).length >= maxAddresses)
      throw conflict(`You have ${maxAddresses} addresses, which is the most you can save.`, 'ADDRESSES_FULL')
    return { ...address, id: await insert(deps, tx, viewer, address) }
  })
}

export async function updateAddress(deps: Deps, viewer: Viewer, id: number, changes: Partial<NewAddress>) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const known = await ownAddress(tx, viewer, id)
    if (!known) throw noSuchAddress()
    const address = await withStateNames(tx, { ...known, ...changes })
    await tx.updateTable('addresses').set(columnsOf(address)).where('id', '=', id).execute()
    return { ...address, id }
  })
}

export async function deleteAddress(deps: Deps, viewer: Viewer, id: number) {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const { numDeletedRows } = await tx
      .deleteFrom('addresses')
      .where('id', '=', id)
      .where('member_id', '=', viewer.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw noSuchAddress()
    return null
  })
}

/** Saves the address of a checkout. A full address book is no reason to reject an order. */
export async function saveAddress(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  viewer: Viewer,
  address: OrderAddress,
): Promise<void> {
  const saved = await ownAddresses(tx, viewer).execute()
  const text = textOf(address)
  if (saved.length >= maxAddresses || saved.some((one) => textOf(one) === text)) return
  await insert(deps, tx, viewer, address)
}

const textOf = (address: OrderAddress) => JSON.stringify(Object.values(columnsOf(address)))

async function insert(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { id }: Viewer,
  address: OrderAddress,
): Promise<number> {
  const row = { member_id: id, ...columnsOf(address), created_at: clock.now() }
  const saved = await tx.insertInto('addresses').values(row).returning('id').executeTakeFirstOrThrow()
  return saved.id
}
