import type { Locator, Page } from '@playwright/test'
import { expect, type Server } from './fixtures.ts'
import { enter, logIn } from './visit.ts'

export async function openSettings(page: Page, server: Server, username: string): Promise<void> {
  await showSettings(page, await logIn(server.url, username))
}

export async function showSettings(page: Page, token: string): Promise<void> {
  await enter(page, token, '/settings')
  await row(page, 'Update Profile').waitFor()
  await row(page, 'Close Account').or(row(page, 'Cancel Account Closure')).waitFor()
}

/** Its description sets it apart from a button of the same name in a banner. */
export function row(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true }).and(page.locator('[aria-describedby]'))
}

export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true })
}

export function profileForm(page: Page) {
  const form = dialog(page, 'Update Profile')
  return {
    dialog: form,
    firstName: form.getByLabel('First name'),
    lastName: form.getByLabel('Last name'),
    phone: form.getByLabel('Phone number'),
    bio: form.getByLabel('Bio'),
    update: form.getByRole('button', { name: 'Update' }),
  }
}

export function passwordForm(page: Page) {
  const form = dialog(page, 'Change Password')
  return {
    dialog: form,
    old: form.getByLabel('Old password'),
    fresh: form.getByLabel('New password', { exact: true }),
    confirmation: form.getByLabel('Confirm new password'),
    submit: form.getByRole('button', { name: 'Change Password' }),
    alert: form.getByRole('alert'),
  }
}

export function snackbars(page: Page): Locator {
  return page.getByRole('region', { name: 'Notices' })
}

export async function expectSnackbar(page: Page, text: string): Promise<void> {
  await expect(snackbars(page).getByText(text, { exact: true })).toBeVisible()
}

/** They stand for five seconds, and what lies under them cannot be pressed meanwhile. */
export async function closeSnackbars(page: Page): Promise<void> {
  const close = snackbars(page).getByRole('button', { name: 'Close' })
  // Pressed inside the page, because Playwright would wait for a snackbar that closes between finding and pressing it.
  const pressAll = (buttons: (HTMLElement | SVGElement)[]) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
    return buttons.length
  }
  await expect.poll(() => close.evaluateAll(pressAll)).toBe(0)
}

/**
 * A dialog that closes takes its step of the history back a moment later, and only then its word out of the address, if it
 * has one there: a reload or another step before that would meet its entry.
 */
export async function untilSettled(page: Page, address?: string): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectLayers(page, 0)
  if (address !== undefined) await expect(page).toHaveURL(address)
}

/** As many dialogs have their entry in the history: Back before that would leave the page. */
export async function expectLayers(page: Page, count: number): Promise<void> {
  const entered = () => page.evaluate(() => history.state?.layers?.length ?? 0)
  await expect.poll(entered, 'dialogs in the history').toBe(count)
}

/** Back, which closes the topmost of so many dialogs. */
export async function closeByBack(page: Page, open = 1): Promise<void> {
  await expectLayers(page, open)
  await page.goBack()
}
