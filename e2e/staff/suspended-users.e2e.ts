import type { Page } from '@playwright/test'
import { expectAccessibleAndInside, expectAccessibleScreen } from '../support/accessible.ts'
import { expect, type Server } from '../support/fixtures.ts'
import { closeByBack, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { signUpMember } from '../support/members.ts'
import { action, as } from '../support/on-posts.ts'
import { enter, onSignIn, pressTo, test } from '../support/visit.ts'

const longReason = `Sells borrowed photos again and again, ${'although asked not to, '.repeat(6)}and laughs.`

const rows = (page: Page) => page.getByRole('table', { name: 'Suspended users' }).locator('tbody tr')
const options = (page: Page, username: string) =>
  page.getByRole('button', { name: `Options for @${username}`, exact: true })

async function suspendNewMember(server: Server) {
  const [member, admin] = await Promise.all([signUpMember(server), as(server, 'ene.ochigbo')])
  const params = { userId: member.id, days: 3, reasonForSuspension: longReason }
  expect((await admin.api.post('/api/user/admin/suspend-user', { params })).ok()).toBe(true)
  return { member, admin }
}

/** A touch screen beside mouse and keyboard. */
test.use({ hasTouch: true })

test('an admin finds a suspension and lifts it by keyboard', async ({ page, server }) => {
  const { member, admin } = await suspendNewMember(server)
  await enter(page, admin.token, '/suspended-users')
  await page.getByRole('searchbox', { name: 'Search suspended users' }).fill(`@${member.username}`)
  await expect(page).toHaveURL(`/suspended-users?search=%40${member.username}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`@${member.username}@ene.ochigbo`)
  await expectAccessibleScreen(page)
  await options(page, member.username).click()
  await action(page, 'View Full Reason').click()
  await expect(dialog(page, 'Reason for Suspension')).toBeVisible()
  await expectAccessibleAndInside(page, 'the reason')
  await closeByBack(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(options(page, member.username)).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 800 })

  await expectWholeReason(page, member.username)
  const form = dialog(page, `Unsuspend @${member.username}?`)
  const reason = form.getByLabel('Reason for Unsuspending')
  const openForm = async () => {
    await pressTo(action(page, 'Unsuspend'), 'Enter')
    await page.keyboard.press('Enter')
  }
  await options(page, member.username).focus()
  await openForm()
  await expect(reason).toBeFocused()
  await page.keyboard.type('They said sorry')
  await pressTo(options(page, member.username), 'Escape')
  await untilSettled(page)
  await openForm()
  await expect(reason).toHaveValue('They said sorry')
  await form.getByRole('button', { name: 'Unsuspend', exact: true }).press('Enter')
  await expectSnackbar(page, 'User unsuspended successfully')
  await expect(page.getByRole('paragraph').getByText('No suspended users found')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

async function expectWholeReason(page: Page, username: string): Promise<void> {
  const cut = page.getByRole('button', { name: longReason })
  const whole = page.locator('main [aria-hidden]', { hasText: longReason })
  await page.getByRole('link', { name: `@${username}` }).focus()
  await pressTo(cut, 'Tab')
  await expect(whole).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(whole).toHaveCount(0)
  await pressTo(options(page, username), 'Tab')
  await cut.hover()
  await expect(whole).toBeVisible()
  await whole.hover()
  await expect(whole).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(whole).toHaveCount(0)
  await cut.tap()
  await expect(whole).toBeVisible()
  await page.getByRole('heading', { level: 1 }).tap()
  await expect(whole).toHaveCount(0)
}

test('a suspended member is signed out on every open page and reads why', async ({
  page,
  context,
  server,
}) => {
  const [member, admin] = await Promise.all([signUpMember(server), as(server, 'ene.ochigbo')])
  await enter(page, member.token)
  const stream = context.waitForEvent('response', (response) => response.url().endsWith('/api/live'))
  await page.goto('/settings')
  const other = await context.newPage()
  await other.goto('/cart')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await stream
  const params = { userId: member.id, days: 7, reasonForSuspension: 'Threats' }
  expect((await admin.api.post('/api/user/admin/suspend-user', { params })).ok()).toBe(true)
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/')
    for (const text of [/This account is suspended\./, /Threats/, /\d{4} at \d\d:\d\d \(Lagos time\)/])
      await expect(onSignIn(tab).form).toContainText(text)
  }
})
