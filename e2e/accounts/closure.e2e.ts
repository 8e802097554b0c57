import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { dialog, expectSnackbar, holdBack, openSettings, row } from '../support/in-settings.ts'
import { answer, enter, logIn, password, pastTheEdge, test } from '../support/visit.ts'

const banner = (days: number) =>
  `Your account is scheduled for deletion in ${days} days. You can cancel this request before the deletion occurs.`
const closing = 'Failed to close account. Please try again.'
const closeCall = '**/api/user/close-account'
const cancelling = 'Failed to cancel account closure. Please try again.'

function closeDialog(page: Page) {
  const box = dialog(page, 'Close Account')
  return {
    dialog: box,
    secret: box.getByLabel('Password', { exact: true }),
    confirm: box.getByRole('button', { name: 'Close Account' }),
  }
}

function cancelDialog(page: Page) {
  const box = dialog(page, 'Cancel Account Closure')
  return {
    dialog: box,
    secret: box.getByLabel('Password', { exact: true }),
    confirm: box.getByRole('button', { name: 'Keep my account' }),
  }
}

/** Only the screen is told so; nobody's account is touched. */
async function openAsClosing(page: Page, server: { url: string }, days: number): Promise<void> {
  const pending = { data: { preClosed: true, gracePeriod: days } }
  await page.route('**/api/user/user-status/*', answer(200, pending))
  await enter(page, await logIn(server.url, 'osaze.e'))
  await page.goto('/settings')
  await expect(page.getByText(banner(days), { exact: true })).toBeVisible()
}

test('a member closes the account and takes it back, by keyboard alone', async ({ page, server }) => {
  await openSettings(page, server, 'gyang.c')
  const close = closeDialog(page)
  await row(page, 'Close Account').focus()
  await page.keyboard.press('Enter')
  await expect(close.dialog.getByText(/30 days/)).toBeVisible()
  await expect(close.dialog.getByText(/erased/)).toBeVisible()
  await expect(close.dialog.getByText(/Orders stay/)).toBeVisible()
  await expect(close.secret).toBeFocused()
  await expect(close.confirm).toBeDisabled()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Account closure request submitted. You can cancel it within 30 days.')
  await expect(page.getByText(banner(30), { exact: true })).toBeVisible()
  await expect(close.dialog).toHaveCount(0)
  await expect(row(page, 'Cancel Account Closure')).toBeFocused()
  await expect(row(page, 'Close Account')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(banner(30), { exact: true })).toBeVisible()

  const cancel = cancelDialog(page)
  const inBanner = page
    .getByRole('region', { name: 'Account closure' })
    .getByRole('button', { name: 'Cancel Account Closure' })
  await inBanner.click()
  await expect(cancel.secret).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(inBanner).toBeFocused()
  await row(page, 'Cancel Account Closure').focus()
  await page.keyboard.press('Enter')
  await expect(cancel.secret).toBeFocused()
  await expect(cancel.confirm).toBeDisabled()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Account closure cancelled. Your account remains active.')
  await expect(page.getByText(/scheduled for deletion/)).toHaveCount(0)
  await expect(row(page, 'Close Account')).toBeFocused()
})

test('what goes wrong with closing is told, and Esc and Back close no account', async ({ page, server }) => {
  await openSettings(page, server, 'osaze.e')
  const { secret, confirm, dialog } = closeDialog(page)
  const open = row(page, 'Close Account')
  await open.click()
  await secret.blur()
  await expect(secret).toHaveAccessibleDescription('Password is required')
  await expect(confirm).toBeDisabled()
  await secret.fill('not my password')
  await expect(dialog.getByText('Password is required')).toHaveCount(0)
  await confirm.click()
  await expectSnackbar(page, 'The password is not correct.')
  await expect(secret).toHaveAccessibleDescription('The password is not correct.')
  await expect(dialog.getByText('The password is not correct.')).toHaveCount(1)
  await expect(secret).toBeFocused()
  await expect(secret).toHaveValue('not my password')
  await expectAccessibleState(page)
  await expect(page.getByText(/scheduled for deletion/)).toHaveCount(0)

  await secret.fill(password)
  await page.route(closeCall, (route) => route.abort('connectionfailed'))
  await confirm.click()
  await expectSnackbar(page, closing)
  await expect(dialog.getByText(closing)).toHaveCount(0)
  await expect(secret).toHaveValue(password)
  await page.unrouteAll()
  await page.route(closeCall, answer(500, { error: ['Not tonight'], message: '' }))
  await confirm.click()
  await expectSnackbar(page, 'Not tonight')
  await page.unrouteAll()
  await page.route(closeCall, (route) => route.fulfill({ status: 502, body: 'Gone' }))
  await confirm.click()
  await expectSnackbar(page, closing)

  // What came of it is told though the dialog was closed meanwhile.
  await page.unrouteAll()
  const slow = holdBack()
  await page.route(closeCall, answer(500, { error: ['The loom broke'], message: '' }))
  await page.route(closeCall, slow.hold)
  await confirm.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  slow.letGo()
  await expectSnackbar(page, 'The loom broke')

  await page.unrouteAll()
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await open.click()
    await expect(secret).toHaveValue('')
    await secret.fill(password)
    await leave()
    await expect(dialog).toHaveCount(0)
    await expect(open).toBeFocused()
    await expect(page).toHaveURL('/settings')
  }
  // A success says the server’s text, else ours.
  const data = { preClosed: true, gracePeriod: 30 }
  await page.route(closeCall, answer(200, { data, message: 'Done, and noted.' }))
  await open.click()
  await expect(secret).toHaveValue('')
  await secret.fill(password)
  await secret.press('Enter')
  await expectSnackbar(page, 'Done, and noted.')
  await page.unrouteAll()
  await page.reload()
  await page.route(closeCall, answer(200, { data }))
  await open.click()
  await secret.fill(password)
  await secret.press('Enter')
  await expectSnackbar(page, 'Account closure request submitted. You can cancel it within 30 days.')
})

test('the banner tells the days that the server counts, and a failure to cancel', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await openAsClosing(page, server, 3)
  await expectAccessibleState(page)
  expect(await pastTheEdge(page), 'closing, 320 px').toEqual([])
  const { secret, confirm, dialog } = cancelDialog(page)
  await row(page, 'Cancel Account Closure').click()
  await expect(dialog).toBeVisible()
  await expectAccessibleState(page)
  expect(await pastTheEdge(page), 'cancelling, 320 px').toEqual([])
  await secret.blur()
  await expect(secret).toHaveAccessibleDescription('Password is required')
  await secret.fill('not my password')
  await confirm.click()
  await expectSnackbar(page, 'The password is not correct.')
  await page.route('**/api/user/cancel-account-closure', (route) => route.abort('connectionfailed'))
  await confirm.click()
  await expectSnackbar(page, cancelling)
  await expect(dialog.getByText(cancelling)).toHaveCount(0)
  await expect(page.getByText(banner(3), { exact: true })).toBeVisible()
})
