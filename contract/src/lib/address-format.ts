import type { OrderAddress } from '../addresses.ts'

type Written = Omit<OrderAddress, 'cityCode' | 'lgaCode' | 'phoneNumber'>

/** Formats an address as people write it on one line: '12 Ogui Road, Flat 3, Enugu North, Enugu 400102'. */
export function addressLine(address: Written): string {
  return addressLines(address).join(', ')
}

/** Formats an address as on an envelope, without the name. */
export function addressLines(address: Written): string[] {
  const { addressLine2, unitNumber, lga, city, postalCode } = address
  const state = [city, postalCode].filter(Boolean).join(' ')
  const area = lga === city ? '' : lga
  const lines = [
    streetLine(address),
    unitText(unitNumber),
    addressLine2,
    [area, state].filter(Boolean).join(', '),
  ]
  return lines.flatMap((line) => line || [])
}

/** Many people type the number into both fields, so it is not added twice. */
export function streetLine({
  streetNumber,
  addressLine1,
}: Pick<Written, 'streetNumber' | 'addressLine1'>): string {
  const hasNumber = addressLine1.startsWith(`${streetNumber} `) || addressLine1.startsWith(`${streetNumber},`)
  return hasNumber ? addressLine1 : `${streetNumber} ${addressLine1}`
}

/** Returns 'Flat 3' for '3' and for 'Flat 3'. 'Block B' stays as it was typed. */
function unitText(unitNumber: string | null): string | null {
  return unitNumber === null || /^\p{L}{2}/u.test(unitNumber) ? unitNumber : `Flat ${unitNumber}`
}
