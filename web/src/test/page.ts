import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { currentQueryClient } from '#web/lib/net/query-client.ts'

type Name = string | RegExp

export const noReplyText = 'No response from the server. Please check your network connection.'

export const button = (name: Name) => screen.findByRole('button', { name })
export const dialog = (name: Name) => screen.findByRole('dialog', { name })
export const fieldOf = (label: string) => screen.findByLabelText(label)
export const notices = () => screen.findByRole('region', { name: 'Notices' })
export const expectNotice = async (text: Name) => within(await notices()).findByText(text)
export const press = async (name: Name, inside: Pick<typeof screen, 'findByRole'> = screen) =>
  userEvent.click(await inside.findByRole('button', { name }))
export const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent)

/** Waits until no query is under way: what is pressed before then may still be replaced. */
export const untilLoaded = () => waitFor(() => expect(currentQueryClient().isFetching()).toBe(0))

/** Waits until the server has answered all changes. */
export const untilSent = () => waitFor(() => expect(currentQueryClient().isMutating()).toBe(0))

/** Returns the element, or fails: a test that goes on with another one succeeds or fails for the wrong reason. */
export function existing<Found extends Element>(element: Found | null | undefined): Found {
  if (!element) throw new Error('The element is not there.')
  return element
}

export async function fill(label: string, text: string): Promise<void> {
  await userEvent.clear(await fieldOf(label))
  if (text !== '') await userEvent.paste(text)
}

/** Expects the error or hint of a field. */
export async function expectFieldError(label: string, text: string): Promise<void> {
  await waitFor(async () => expect(await fieldOf(label)).toHaveAccessibleDescription(text))
}

export async function expectClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
