import type { Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { joinSquare } from '../support/members.ts'
import { action, as } from '../support/on-posts.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, onSignIn, pastTheEdge } from '../support/visit.ts'

type Server = Parameters<typeof joinSquare>[0]

const listCall = '**/api/user/admin/suspended-users?*'
const liftCall = '**/api/user/admin/unsuspend-user?*'
const unexpected = 'An unexpected error occurred. Please check your network connection.'
const blank = 'Please provide a reason for unsuspending.'
const long = `Sells borrowed photos again and again, ${'although asked not to, '.repeat(6)}and laughs.`

const rows = (page: Page) => page.getByRole('table', { name: 'Suspended users' }).locator('tbody tr')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search suspended users' })
const options = (page: Page, username: string) =>
  page.getByRole('button', { name: `Options for @${username}`, exact: true })

function unsuspending(page: Page, username: string) {
  const box = dialog(page, `Unsuspend @${username}?`)
  return {
    dialog: box,
    reason: box.getByLabel('Reason for Unsuspending'),
    submit: box.getByRole('button', { name: 'Unsuspend', exact: true }),
  }
}

/** A new member whom Ene has suspended for three days. */
async function suspended(server: Server, reasonForSuspension = long) {
  const [member, admin] = await Promise.all([joinSquare(server), as(server, 'ene.ochigbo')])
  const params = { userId: member.id, days: 3, reasonForSuspension }
  expect((await admin.api.post('/api/user/admin/suspend-user', { params })).ok()).toBe(true)
  return { member, admin }
}

async function open(page: Page, token: string, username = ''): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, token)
  await page.goto(`/suspended-users${username && `?search=${username}`}`)
}

test('an admin finds a suspension, reads why, and lifts it', async ({ page, server }) => {
  const { member, admin } = await suspended(server)
  await open(page, admin.token)
  await expect(page).toHaveTitle(/^Suspended Users · /)
  const names = ['User ID', 'Username', 'Suspended By', 'Reason', 'Created Date', 'Ends', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(names)
  await search(page).fill(`@${member.username}`)
  await expect(page).toHaveURL(`/suspended-users?search=%40${member.username}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByRole('rowheader')).toHaveText(String(member.id))
  await expect(rows(page)).toContainText(`@${member.username}@ene.ochigbo`)
  await expect(rows(page)).toContainText('3 days left')

  await options(page, member.username).click()
  await action(page, 'View Full Reason').click()
  const whole = dialog(page, 'Reason for Suspension')
  await expect(whole.getByRole('definition').first()).toHaveText(`@${member.username}`)
  await expect(whole.getByRole('definition').nth(1)).toHaveText('@ene.ochigbo')
  await expect(whole.getByRole('definition').nth(2)).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d$/)
  await expect(whole.getByRole('definition').last()).toHaveText(long)
  await page.goBack()
  await expect(whole).toHaveCount(0)
  await expect(options(page, member.username)).toBeFocused()

  await options(page, member.username).click()
  await action(page, 'Unsuspend').click()
  const lift = unsuspending(page, member.username)
  await lift.submit.click()
  await expect(lift.dialog.getByText(blank)).toBeVisible()
  await expect(lift.reason).toBeFocused()
  await lift.reason.fill('x'.repeat(201))
  await expect(lift.dialog.getByText('201 / 200')).toBeVisible()
  await lift.submit.click()
  await expect(lift.dialog).toBeVisible()
  await lift.reason.fill('They said sorry')
  await lift.submit.click()
  await expectSnackbar(page, 'User unsuspended successfully')
  await expect(lift.dialog).toHaveCount(0)
  await expect(page.getByRole('paragraph').getByText('No suspended users found')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const inbox = await member.api.get('/api/messaging/received')
  expect(await inbox.text()).toContain('They said sorry')
})

test('a cut reason shows whole, and what was typed outlives Esc and a failure', async ({ page, server }) => {
  const { member, admin } = await suspended(server)
  await open(page, admin.token, member.username)
  const [cut, bubble] = [
    page.getByRole('button', { name: long }),
    page.locator('main [aria-hidden]', { hasText: long }),
  ]
  await expect(cut).toBeVisible()
  await page.getByRole('link', { name: `@${member.username}` }).focus()
  await page.keyboard.press('Tab')
  await expect(cut).toBeFocused()
  await expect(bubble).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bubble).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(options(page, member.username)).toBeFocused()
  await cut.hover()
  await expect(bubble).toBeVisible()
  await bubble.hover()
  await expect(bubble).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bubble).toHaveCount(0)

  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const lift = unsuspending(page, member.username)
  await expect(lift.reason).toBeFocused()
  await page.keyboard.type('Settled')
  await page.keyboard.press('Escape')
  await expect(options(page, member.username)).toBeFocused()
  await untilSettled(page)
  await options(page, member.username).press('Enter')
  await page.keyboard.press('Enter')
  await expect(lift.reason).toHaveValue('Settled')
  await page.route(liftCall, answer(409, { error: ['Not suspended any more.'], message: '', code: 'NO' }))
  await lift.submit.press('Enter')
  await expect(lift.dialog.getByRole('alert')).toHaveText('Not suspended any more.')
  await page.unroute(liftCall)
  await page.route(liftCall, (route) => route.abort())
  await lift.submit.press('Enter')
  await expect(lift.dialog.getByRole('alert')).toHaveText(unexpected)
  await expect(lift.reason).toHaveValue('Settled')
})

test('a list that does not come is tried again, and an empty one says so', async ({ page, server }) => {
  const { member, admin } = await suspended(server)
  await page.route(listCall, answer(400, { error: ['The loom broke'], message: '', code: 'BAD' }))
  await open(page, admin.token)
  const main = page.getByRole('main')
  await expect(main.getByText('The loom broke')).toBeVisible()
  await page.unroute(listCall)
  const empty = { content: [], last: true, totalPages: 0, totalElements: 0, number: 0 }
  await page.route(listCall, answer(200, { data: empty }))
  await main.getByRole('button', { name: 'Retry' }).click()
  await expect(main.getByText('Nobody is suspended.')).toBeVisible()
  await expect(page.locator('#live-polite')).toHaveText('Nobody is suspended.')
  await page.unroute(listCall)
  await search(page).fill(member.username)
  await expect(rows(page)).toHaveCount(1)
  await expectAccessibleScreen(page)
  await options(page, member.username).click()
  await action(page, 'View Full Reason').click()
  await expect(dialog(page, 'Reason for Suspension')).toBeVisible()
  await expectAccessibleState(page)
  expect(await pastTheEdge(page), 'the reason').toEqual([])
})

test('a cut reason shows whole where it is touched', async ({ server, browser }) => {
  const { member, admin } = await suspended(server)
  const phone = await browser.newPage({
    baseURL: server.url,
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  await enter(phone, admin.token)
  await phone.goto(`/suspended-users?search=${member.username}`)
  await phone.getByRole('button', { name: long }).tap()
  await expect(phone.locator('main [aria-hidden]', { hasText: long })).toBeVisible()
  await phone.getByRole('heading', { level: 1 }).tap()
  await expect(phone.locator('main [aria-hidden]', { hasText: long })).toHaveCount(0)
  await phone.close()
})

test('whoever is suspended leaves every open page, and is told why and until when', async ({
  page,
  context,
  server,
}) => {
  const [member, admin] = await Promise.all([joinSquare(server), as(server, 'ene.ochigbo')])
  await enter(page, member.token)
  const stream = context.waitForEvent('response', (sent) => sent.url().endsWith('/api/live'))
  await page.goto('/settings')
  const other = await context.newPage()
  await other.goto('/group-list')
  await expect(other.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await stream

  const suspension = { userId: member.id, days: 7, reasonForSuspension: 'Threats' }
  const done = await admin.api.post('/api/user/admin/suspend-user', { params: suspension })
  expect(done.ok(), await done.text()).toBe(true)

  const words = [/This account is suspended\./, /Threats/, /\d{4} at \d\d:\d\d \(Lagos time\)/]
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/')
    for (const word of words) await expect(onSignIn(tab).form).toContainText(word)
  }
  await page.reload()
  await onSignIn(page).fill(member.username, member.password)
  for (const word of words) await expect(onSignIn(page).form).toContainText(word)

  const params = { userId: member.id, reasonForBan: 'More threats' }
  expect((await admin.api.post('/api/user/admin/ban-user', { params })).ok()).toBe(true)
  await onSignIn(page).submit.click()
  await expect(onSignIn(page).form).toContainText('This account has been banned.')
  await expect(onSignIn(page).form).toContainText('More threats')
  await expect(onSignIn(page).form).not.toContainText('Until')
})
