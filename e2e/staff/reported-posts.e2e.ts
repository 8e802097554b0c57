import type { Locator, Page } from '@playwright/test'
import {
  expectAccessibleAndInside,
  expectAccessibleScreen,
  expectAccessibleState,
} from '../support/accessible.ts'
import { expect, type Server } from '../support/fixtures.ts'
import { closeByBack, dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { signUpMember, writePost, type Member } from '../support/members.ts'
import { as } from '../support/on-posts.ts'
import { enter, navigateInApp, pressTo, test } from '../support/visit.ts'

async function report({ api }: Pick<Member, 'api'>, target: object, reason: string): Promise<void> {
  const reply = await api.post('/api/messaging/create', { data: { eventType: 'REPORT', ...target, reason } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** A new member with reports on what they wrote. */
async function reportedMember(server: Server, reasons: string[]): Promise<Member> {
  const [creator, reporter] = await Promise.all([signUpMember(server), as(server, 'oyiza.s')])
  for (const reason of reasons)
    await report(reporter, { postId: await writePost(creator, `About: ${reason}`) }, reason)
  return creator
}

const rowOf = (page: Page, reason: string) => page.getByRole('row').filter({ hasText: reason })
const view = (row: Locator) => row.getByRole('button', { name: /^View / })
const menu = (row: Locator) => row.getByRole('button', { name: /^Options for / })
const choose = (page: Page, name: string) =>
  page.getByRole('dialog', { name: /^Options for / }).getByRole('button', { name, exact: true })

test('an admin reads reports, resolves one, suspends, and bans by keyboard', async ({ page, server }) => {
  const longReason = `Sells what is not theirs ${'and more '.repeat(40)}`
  const [creator, admin, swindler] = await Promise.all([
    reportedMember(server, [longReason, 'Insults us']),
    as(server, 'ene.ochigbo'),
    reportedMember(server, ['Takes money and goes']),
  ])
  await enter(page, admin.token, addressOf(creator))
  await test.step('one is resolved, and a suspension follows the other', () => suspend(page, creator))
  await navigateInApp(page, addressOf(swindler))
  await test.step('a ban takes away what the member wrote', () => ban(page, swindler))
})

const addressOf = (creator: Member) => `/reported-posts?creator=${creator.id}&state=all`

async function suspend(page: Page, creator: Member): Promise<void> {
  const address = addressOf(creator)
  const row = rowOf(page, 'Sells what is not theirs')
  const details = dialog(page, `Reported: Post by @${creator.username}`)
  await expect(row).toContainText('Pending')
  await expectAccessibleScreen(page)
  await page
    .getByRole('button', { name: /^View Post/ })
    .last()
    .click()
  await expect(details.getByRole('link', { name: 'Open the post' })).toBeVisible()
  await expect(page).toHaveURL(/&report=\d+$/)
  await expectAccessibleAndInside(page, 'the report')
  await page.setViewportSize({ width: 1280, height: 800 })
  await closeByBack(page)
  await expect(details).toHaveCount(0)
  await expect(page).toHaveURL(address)
  await view(row).click()
  await expect(details).toContainText('About: Sells what is not theirs')
  await pressTo(view(row), 'Escape')
  await untilSettled(page, address)

  await menu(row).click()
  await choose(page, 'Resolve Report').click()
  await expectSnackbar(page, 'The report is resolved. Its reporter has been told.')
  await expect(row).toContainText('Addressed')
  await view(rowOf(page, 'Insults us')).click()
  await page.getByRole('button', { name: 'Suspend User' }).click()
  const form = dialog(page, `Suspend @${creator.username}?`)
  await form.getByLabel('Reason').fill('Insults, after two warnings')
  await form.getByRole('radio', { name: '7 Days' }).check()
  await form.getByRole('button', { name: 'Suspend' }).click()
  await expectSnackbar(page, 'User has been suspended')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(view(rowOf(page, 'Insults us'))).toBeFocused()
  await expect(rowOf(page, 'Insults us')).toContainText('Addressed')
  await untilSettled(page, address)

  await navigateInApp(page, `/u/${creator.username}`)
  await expect(page.getByText(/^Suspended until /)).toHaveText(/until \d+ \w+ \d{4} at \d\d:\d\d/)
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'See why' }).click()
  await page.getByRole('button', { name: `Options for ${creator.username}` }).click()
  await choose(page, 'View Reason').click()
  await expect(dialog(page, 'Reason for Suspension')).toContainText('Insults, after two warnings')
  await page.keyboard.press('Escape')
  await untilSettled(page)
}

async function ban(page: Page, creator: Member): Promise<void> {
  const row = rowOf(page, 'Takes money and goes')
  const profileLink = row.getByRole('link', { name: `@${creator.username}` })
  const post = page.getByText('About: Takes money and goes')
  await profileLink.click()
  await expect(post).toBeVisible()
  await page.goBack()
  await row.waitFor()
  await page.getByLabel('Status').selectOption('Pending')
  await expect(page).not.toHaveURL(/state=all/)
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('heading', { level: 1 }).click()
  await pressTo(view(row), 'j')
  await pressTo(choose(page, 'Resolve Report'), 'Tab', 'Enter')
  await pressTo(choose(page, 'Ban User'), 'ArrowUp')
  await page.keyboard.press('Enter')
  const form = dialog(page, `Ban @${creator.username}?`)
  await expect(form.getByLabel('Reason')).toBeFocused()
  await expectAccessibleState(page)
  await page.keyboard.type('Fraud, proven')
  await pressTo(form.getByLabel(`Type ${creator.username} to confirm`), 'Tab')
  await page.keyboard.type(creator.username)
  await pressTo(form.getByRole('button', { name: 'Ban' }), 'Tab', 'Tab')
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'User has been banned')
  await expect(page.getByRole('main').getByText('No reported posts found')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByLabel('Status').selectOption('')
  await profileLink.click()
  await expect(page.getByRole('heading', { level: 1, name: creator.name })).toBeVisible()
  await expect(post).toHaveCount(0)
}
