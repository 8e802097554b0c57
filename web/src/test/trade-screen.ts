import type { Address } from '@rootsquare/contract/addresses'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { Rejection } from '#web/test/fake-server.ts'

/** What the tests of the marketplace, the cart, orders and addresses share. */
export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
export const noDialog = (name: string | RegExp = /./) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
export const notice = async (text: string | RegExp) =>
  within(await screen.findByRole('region', { name: 'Notices' })).findByText(text)
export const currentUrl = () => `${window.location.pathname}${window.location.search}`
export const rejected = (...failure: ConstructorParameters<typeof Rejection>) =>
  Promise.reject(new Rejection(...failure))

/** Returns the first page of a list, which is the whole list unless a total is given. */
export function pageWith<T>(content: T[], total = content.length): Paged<T> {
  const totalPages = Math.ceil(total / 20)
  return { content, last: totalPages <= 1, totalPages, totalElements: total, number: 0 }
}

export const homeAddress: Address = {
  id: 5,
  streetNumber: '12',
  addressLine1: 'Bode Thomas Street',
  addressLine2: 'Beside the market',
  city: 'Lagos',
  cityCode: 'NG-LA',
  lga: 'Surulere',
  lgaCode: 'NG-LA-SURULERE',
  postalCode: '101241',
  unitNumber: '4B',
  phoneNumber: null,
}
