import type { Address } from '@rootsquare/contract/addresses'

export const unexpected = 'An unexpected error occurred'

/** The first line, by which an address is known. */
export function streetText({ streetNumber, addressLine1 }: Address): string {
  return `${streetNumber} ${addressLine1}`
}

/** As it would stand on an envelope. */
export function addressLines(address: Address): string {
  const { addressLine2, unitNumber, lga, city, postalCode, phoneNumber } = address
  const lines = [
    streetText(address),
    addressLine2,
    unitNumber && `Unit ${unitNumber}`,
    `${lga}, ${city}${postalCode ? ` ${postalCode}` : ''}`,
    phoneNumber,
  ]
  return lines.filter(Boolean).join('\n')
}
