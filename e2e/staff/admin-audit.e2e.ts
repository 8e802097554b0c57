import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { joinSquare } from '../support/members.ts'
import { as } from '../support/on-posts.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen } from '../support/visit.ts'

type Server = Parameters<typeof joinSquare>[0]

const listCall = '**/api/user/admin/audit?*'

const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
const filters = (page: Page) => page.getByRole('group', { name: 'Filters' })
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Audit' })

/** Ene suspends a new member, Tunde lifts it again. */
async function deeds(server: Server) {
  const member = await joinSquare(server)
  const [ene, tunde] = await Promise.all([as(server, 'ene.ochigbo'), as(server, 'tunde.adeleye')])
  const { id: userId } = member
  const suspension = { userId, days: 1, reasonForSuspension: 'Rude to everyone' }
  const lifting = { userId, reasonForUnSuspending: 'It was a brother' }
  const done = [
    await ene.api.post('/api/user/admin/suspend-user', { params: suspension }),
    await tunde.api.post('/api/user/admin/unsuspend-user', { params: lifting }),
  ]
  expect(done.map((reply) => reply.status())).toEqual([200, 200])
  return { member, token: tunde.token }
}

async function open(page: Page, token: string, address: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, token)
  await page.goto(`/admin-audit${address}`)
}

test('says who did what to whom, and a cell filters by what it shows', async ({ page, server }) => {
  const { member, token } = await deeds(server)
  const whom = `@${member.username}`
  await open(page, token, `?member=${member.id}&action=NO_SUCH&actor=x&size=3`)
  await expect(page).toHaveTitle(/^Audit · /)
  await expect(page.getByRole('columnheader')).toHaveText(['Who', 'Whom', 'What', 'Why', 'When'])
  await expect(rows(page)).toHaveCount(2)
  const [lifted, done] = [rows(page).first(), rows(page).last()]
  await expect(lifted).toContainText(
    /@tunde\.adeleye.*Lifted a suspension.*It was a brother.*\d{4}, \d\d:\d\d/,
  )
  await expect(done).toContainText(/@ene\.ochigbo.*Suspended a member.*Rude to everyone/)
  await expect(filters(page).getByRole('button', { name: 'Remove filter' })).toHaveText([
    `Remove filter: Whom: ${whom}`,
  ])

  await done.getByRole('button', { name: 'Only @ene.ochigbo' }).click()
  await expect(page).toHaveURL(/actor=\d+/)
  await expect(rows(page)).toHaveCount(1)
  await expect(filters(page)).toContainText('Who: @ene.ochigbo')
  await page.goBack()
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('What').selectOption('Lifted a suspension')
  await expect(page).toHaveURL(`/admin-audit?member=${member.id}&action=UNSUSPEND_USER`)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL('/admin-audit')
  await expect(filters(page).getByRole('button')).toHaveCount(0)
  await expect(rows(page).nth(2)).toBeVisible()
})

test('filters come and go by keyboard, and the focus is never lost', async ({ page, server }) => {
  const { member, token } = await deeds(server)
  await open(page, token, `?member=${member.id}`)
  await rows(page).first().getByRole('button', { name: 'Only @tunde.adeleye' }).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('What')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await expect(filters(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove filter' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin-audit')
  await expect(filters(page)).toBeFocused()
})

test('a list that does not come is tried again, and an empty one says so', async ({ page, server }) => {
  const { member, token } = await deeds(server)
  await page.route(listCall, answer(400, { error: ['The loom broke'], message: '', code: 'BAD' }))
  await open(page, token, `?member=${member.id}&action=CREATE_GROUP`)
  const main = page.getByRole('main')
  await expect(main.getByText('The loom broke')).toBeVisible()
  await page.unroute(listCall)
  await main.getByRole('button', { name: 'Retry' }).click()
  await expect(main.getByText('Nothing of the kind was done.')).toBeVisible()
  await expect(page.locator('#live-polite')).toHaveText('Nothing of the kind was done.')
  await expect(filters(page)).toContainText(`Whom: @${member.username}`)
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(rows(page).nth(1)).toBeVisible()
  await expectAccessibleScreen(page)
})
