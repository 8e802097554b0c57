import type { Address, NewAddress, OrderAddress } from '@rootsquare/contract/addresses'
import type { Db } from '#api/db/db.ts'
import { invalid, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Selects the viewer's own addresses, newest first. */
export const ownAddresses = (db: Db, { id }: Pick<Viewer, 'id'>) =>
  db
    .selectFrom('addresses')
    .innerJoin('states', 'states.code', 'addresses.state_code')
    .innerJoin('lgas', 'lgas.code', 'addresses.lga_code')
    .select(['addresses.id', 'street_number as streetNumber', 'address_line1 as addressLine1'])
    .select(['address_line2 as addressLine2', 'states.name as city', 'states.code as cityCode'])
    .select(['lgas.name as lga', 'lgas.code as lgaCode', 'postal_code as postalCode'])
    .select(['unit_number as unitNumber', 'phone_number as phoneNumber'])
    .where('member_id', '=', id)
    .orderBy('addresses.id', 'desc')

export async function ownAddress(db: Db, viewer: Viewer, id: number): Promise<Address | undefined> {
  return ownAddresses(db, viewer).where('addresses.id', '=', id).executeTakeFirst()
}

export const noSuchAddress = () => notFound('This address is no longer saved.')

/** Adds the names of the state and the LGA. `within` is the path of the address in the body, for field errors. */
export async function withStateNames(db: Db, address: NewAddress, within = ''): Promise<OrderAddress> {
  const [cityCode, lgaCode] = [address.cityCode.toUpperCase(), address.lgaCode.toUpperCase()]
  const state = await db
    .selectFrom('states')
    .leftJoin('lgas', (on) => on.onRef('lgas.state_code', '=', 'states.code').on('lgas.code', '=', lgaCode))
    .select(['states.name as city', 'lgas.name as lga'])
    .where('states.code', '=', cityCode)
    .executeTakeFirst()
  if (!state) throw invalid({ [`${within}cityCode`]: 'No such state.' })
  const { city, lga } = state
  if (lga === null) throw invalid({ [`${within}lgaCode`]: 'This LGA is not in the state.' })
  return { ...address, city, cityCode, lga, lgaCode }
}

export const columnsOf = (address: OrderAddress) => ({
  street_number: address.streetNumber,
  address_line1: address.addressLine1,
  address_line2: address.addressLine2,
  state_code: address.cityCode,
  lga_code: address.lgaCode,
  postal_code: address.postalCode,
  unit_number: address.unitNumber,
  phone_number: address.phoneNumber,
})
