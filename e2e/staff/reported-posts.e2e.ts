import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { groupNamed, postIn } from '../support/in-groups.ts'
import { dialog, expectSnackbar, holdBack, untilSettled } from '../support/in-settings.ts'
import { joinSquare, writeMessage, writePost } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { as, writeComment } from '../support/on-posts.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, logIn, pastTheEdge } from '../support/visit.ts'
import { goWithin } from '../support/within-app.ts'

type Server = Parameters<typeof joinSquare>[0]

let everReporting: Promise<Member> | undefined

/** Somebody who posts, new in every test, and somebody who reports, the same in all. */
async function people(server: Server, group = 'Igala') {
  everReporting ??= joinSquare(server)
  const [creator, reporter] = await Promise.all([joinSquare(server, { group }), everReporting])
  return { creator, reporter }
}

async function report({ api }: Member, target: object, reason: string): Promise<void> {
  const reply = await api.post('/api/messaging/create', { data: { eventType: 'REPORT', ...target, reason } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

async function visit(page: Page, server: Server, username: string, search = ''): Promise<void> {
  await enter(page, await logIn(server.url, username))
  await page.goto(`/reported-posts${search}`)
}

const rowOf = (page: Page, reason: string) => page.getByRole('row').filter({ hasText: reason })
const view = (row: Locator) => row.getByRole('button', { name: /^View / })
const menu = (row: Locator) => row.getByRole('button', { name: /^Options for / })
const choose = (page: Page, name: string) =>
  page.getByRole('dialog', { name: /^Options for / }).getByRole('button', { name, exact: true })

test('an admin reads a report and resolves it, and the reporter is told', async ({ page, server }) => {
  const { creator, reporter } = await people(server)
  const postId = await writePost(creator, 'Cheap gold, write to me')
  await report(reporter, { postId }, 'Sells what is not theirs')
  await visit(page, server, 'ene.ochigbo', `?creator=${creator.id}`)
  const row = rowOf(page, 'Sells what is not theirs')
  await expect(row).toContainText('Pending')
  const names = ['Post Creator', 'Reported by', 'Reason', 'Status', 'Date Reported', 'View Post', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(names)
  await expect(row).toContainText(`@${creator.username}@${reporter.username}`)

  await view(row).click()
  const details = dialog(page, `Reported: Post by @${creator.username}`)
  await expect(details).toContainText('Sells what is not theirs')
  await expect(details).toContainText('Cheap gold, write to me')
  await expect(details.getByRole('definition')).toHaveText([
    `@${reporter.username}`,
    String(reporter.id),
    reporter.email,
  ])
  await page.keyboard.press('Escape')
  await expect(view(row)).toBeFocused()

  await page.route('**/api/messaging/resolve/post/*', answer(500, {}))
  await menu(row).click()
  await choose(page, 'Resolve Report').click()
  await expectSnackbar(page, 'Failed to resolve post')
  await page.unrouteAll()
  await menu(row).click()
  await choose(page, 'Resolve Report').click()
  await expectSnackbar(page, 'The report is resolved. Its reporter has been told.')
  await expect(row).toContainText('Addressed')
  await menu(row).click()
  await expect(choose(page, 'Suspend User')).toBeVisible()
  await expect(choose(page, 'Resolve Report')).toHaveCount(0)
  const received = await reporter.api.get('/api/messaging/received')
  expect(await received.text()).toContain(`Thank you for your report of ${creator.username}’s post.`)
})

test('filters, search, page and size stand in the address and can be taken away', async ({
  page,
  server,
}) => {
  const { creator, reporter } = await people(server)
  const posts = await Promise.all([1, 2, 3, 4, 5, 6].map((turn) => writePost(creator, `Post ${turn}`)))
  for (const [at, postId] of posts.entries()) await report(reporter, { postId }, `Spam number ${at + 1}`)
  await report(reporter, { reportedUserId: creator.id }, 'A rude member')
  await visit(page, server, 'ene.ochigbo')
  const search = page.getByRole('searchbox', { name: 'Search reports' })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await search.fill(`@${creator.username}`)
  await expect(pages).toContainText('1–7 of 7')
  await view(rowOf(page, 'Spam number 6')).click()
  await page.getByRole('button', { name: 'Filter by this creator' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const chip = page.getByRole('button', { name: `Post creator: @${creator.username}` })
  await expect(chip).toBeVisible()
  await view(rowOf(page, 'Spam number 6')).click()
  await page.getByRole('button', { name: 'Filter by this reporter' }).click()
  await expect(page.getByRole('button', { name: `Reporter: @${reporter.username}` })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByLabel('Kind').selectOption('Posts')
  await page.getByLabel('Status').selectOption('Pending')
  await page.getByLabel('Rows per page').selectOption('5')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 'Spam number 1')).toBeVisible()
  const address = new URL(page.url()).searchParams
  expect(Object.fromEntries(address)).toEqual({
    creator: String(creator.id),
    reporter: String(reporter.id),
    kind: 'post',
    state: 'open',
    page: '1',
    size: '5',
  })
  await chip.click()
  await expect(chip).toHaveCount(0)
  await expect(pages).toContainText('1–5 of 6')
  await page.goBack()
  await expect(pages).toContainText('6–6 of 6')
  await page.getByLabel('Status').selectOption('Addressed')
  await expect(page.getByRole('main').getByText('No reported posts found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL('/reported-posts?size=5')
  await expect(rowOf(page, 'A rude member')).toBeVisible()
})

test('a suspension addresses all reports on the member, and loses no words', async ({ page, server }) => {
  const { creator, reporter } = await people(server)
  await report(reporter, { postId: await writePost(creator, 'An insult') }, 'Insults us')
  await report(reporter, { reportedUserId: creator.id }, 'Insults everybody')
  await visit(page, server, 'ene.ochigbo', `?creator=${creator.id}`)
  await view(rowOf(page, 'Insults us')).click()
  await page.getByRole('button', { name: 'Suspend User' }).click()
  const form = dialog(page, `Suspend @${creator.username}?`)
  const reason = form.getByLabel('Reason')
  const suspend = form.getByRole('button', { name: 'Suspend' })
  await expect(form.getByRole('radio', { name: '24 Hours' })).toBeChecked()
  for (const days of [3, 14, 30])
    await expect(form.getByRole('radio', { name: `${days} Days` })).toBeVisible()
  await suspend.click()
  await expect(form).toContainText('Please provide a reason for suspension')
  await reason.fill('x'.repeat(201))
  await expect(form).toContainText('201 / 200')
  await reason.fill('Insults, after two warnings')
  await form.getByRole('radio', { name: '7 Days' }).check()
  await page.route('**/api/user/admin/suspend-user?*', answer(500, {}))
  await suspend.click()
  await expect(form.getByRole('alert')).toHaveText('Failed to suspend user')
  await page.unrouteAll()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(dialog(page, `Reported: Post by @${creator.username}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await untilSettled(page, `/reported-posts?creator=${creator.id}`)
  await menu(rowOf(page, 'Insults us')).click()
  await choose(page, 'Suspend User').click()
  await expect(reason).toHaveValue('Insults, after two warnings')
  await expect(form.getByRole('radio', { name: '7 Days' })).toBeChecked()
  await page.keyboard.press('Escape')
  await untilSettled(page)

  await view(rowOf(page, 'Insults us')).click()
  await page.getByRole('button', { name: 'Suspend User' }).click()
  await suspend.click()
  await expectSnackbar(page, 'User has been suspended')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(view(rowOf(page, 'Insults us'))).toBeFocused()
  for (const words of ['Insults us', 'Insults everybody'])
    await expect(rowOf(page, words)).toContainText('Addressed')
  const refused = await creator.api.get('/api/user/user-status/1')
  expect(await refused.json()).toMatchObject({
    code: 'ACCOUNT_SUSPENDED',
    reason: 'Insults, after two warnings',
  })
})

test('a ban by keyboard alone asks for the name and a reason', async ({ page, server }) => {
  const { creator, reporter } = await people(server)
  await report(reporter, { postId: await writePost(creator, 'A fraud') }, 'Takes money and goes')
  await visit(page, server, 'ene.ochigbo', `?creator=${creator.id}&state=open`)
  await rowOf(page, 'Takes money and goes').waitFor()
  await page.keyboard.press('j')
  await expect(view(rowOf(page, 'Takes money and goes'))).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await expect(choose(page, 'Ban User')).toBeFocused()
  await page.keyboard.press('Enter')
  const form = dialog(page, `Ban @${creator.username}?`)
  const ban = form.getByRole('button', { name: 'Ban' })
  const confirm = form.getByLabel(`Type ${creator.username} to confirm`)
  await expect(form).toContainText('cannot be undone')
  await expect(form.getByLabel('Reason')).toBeFocused()
  await expect(ban).toBeDisabled()
  await page.keyboard.press('Tab')
  await expect(confirm).toBeFocused()
  await page.keyboard.type('somebody.else')
  await page.keyboard.press('Enter')
  await expect(form).toContainText(`That is not ${creator.username}.`)
  await expect(form).toContainText('Please provide a reason for banning')
  await expect(ban).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`@${creator.username}`)
  await expect(form.getByText('That is not')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Fraud, proven')
  await page.route('**/api/user/admin/ban-user?*', answer(409, { error: ['Already banned.'] }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toHaveText('Already banned.')
  await expect(form.getByLabel('Reason')).toHaveValue('Fraud, proven')
  await page.unrouteAll()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(ban).toBeFocused()
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'User has been banned')
  await expect(page.getByRole('main').getByText('No reported posts found')).toBeVisible()
  await expect(page.locator('#live-polite')).toContainText('No reported posts found')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await (await creator.api.get('/api/user/user-status/1')).json()).toMatchObject({
    code: 'ACCOUNT_BANNED',
  })
})

test('a ban leaves nothing of the member, nor anything more to do', async ({ page, server }) => {
  const { creator, reporter } = await people(server)
  await report(reporter, { postId: await writePost(creator, 'Send me your card') }, 'A swindle')
  await visit(page, server, 'ene.ochigbo', `?creator=${creator.id}`)
  const row = rowOf(page, 'A swindle')
  await row.getByRole('link', { name: `@${creator.username}` }).click()
  await expect(page.getByRole('article').getByText('Send me your card')).toBeVisible()
  await page.goBack()
  await view(row).click()
  await page.getByRole('button', { name: 'Ban User' }).click()
  const form = dialog(page, `Ban @${creator.username}?`)
  await form.getByLabel('Reason').fill('Swindles')
  await form.getByLabel(`Type ${creator.username} to confirm`).fill(creator.username)
  await form.getByRole('button', { name: 'Ban' }).click()
  await expectSnackbar(page, 'User has been banned')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(view(row)).toBeFocused()
  await expect(row).toContainText('Addressed')
  await expect(menu(row)).toHaveCount(0)
  await row.getByRole('link', { name: `@${creator.username}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: creator.name })).toBeVisible()
  await expect(page.getByText('Send me your card')).toHaveCount(0)
})

test('a slow answer holds up no other row, and the next row takes the focus', async ({ page, server }) => {
  const { creator, reporter } = await people(server)
  for (const turn of [1, 2, 3])
    await report(reporter, { postId: await writePost(creator, `Post ${turn}`) }, `Complaint ${turn}`)
  const { hold, letGo } = holdBack()
  await page.route('**/api/messaging/resolve/post/*', hold)
  await visit(page, server, 'ene.ochigbo', `?creator=${creator.id}&state=open`)
  for (const turn of [3, 2]) {
    await menu(rowOf(page, `Complaint ${turn}`)).click()
    await choose(page, 'Resolve Report').click()
    await expect(rowOf(page, `Complaint ${turn}`)).toContainText('Resolving…')
  }
  letGo()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(view(rowOf(page, 'Complaint 1'))).toBeFocused()
})

test('what is reported is shown as it stood, whatever kind it is', async ({ page, server }) => {
  const { creator, reporter } = await people(server)
  const gone = await writePost(creator, 'Words that go')
  const changed = await writePost(creator, 'Words that were here')
  const commentId = await writeComment(creator.api, changed, 'A nasty comment')
  const chatId = await writeMessage(creator, reporter, 'A nasty message')
  await Promise.all([
    report(reporter, { postId: gone }, 'Gone'),
    report(reporter, { postId: changed }, 'Changed'),
    report(reporter, { commentId }, 'Of a comment'),
    report(reporter, { chatId }, 'Of a message'),
    report(reporter, { reportedUserId: creator.id }, 'Of a member'),
  ])
  expect((await creator.api.delete(`/api/post/delete/${gone}`)).ok()).toBe(true)
  const newer = { data: { caption: 'Words that are here' } }
  expect((await creator.api.put(`/api/post/update/${changed}`, newer)).ok()).toBe(true)
  await visit(page, server, 'ene.ochigbo', `?creator=${creator.id}`)

  const details = page.getByRole('dialog')
  async function expectShown(reason: string, button: string, words: string[]): Promise<void> {
    await rowOf(page, reason).getByRole('button', { name: button }).click()
    for (const part of words) await expect(details).toContainText(part)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
  }
  await expectShown('Gone', 'View Post', ['it was deleted since', 'Words that go'])
  const both = ['Words that are here', 'It was changed since.', 'Words that were here']
  await expectShown('Changed', 'View Post', both)
  await expectShown('Of a comment', 'View Comment', ['A nasty comment', 'Open its post'])
  await expectShown('Of a message', 'View Message', ['A nasty message', 'Sent '])
  await expectShown('Of a member', 'View Member', [creator.name, 'Open the profile'])
  await page.route(`**/api/post/fetch/${changed}`, answer(500, {}))
  await rowOf(page, 'Changed').getByRole('button', { name: 'View Post' }).click()
  await expectSnackbar(page, 'Failed to load post details')
  await expect(details).toContainText('Words that were here')
  await page.unrouteAll()
  await details.getByRole('button', { name: 'Retry' }).click()
  await expect(details).toContainText('Words that are here')
  await details.getByRole('link', { name: 'Open the post' }).click()
  await expect(page).toHaveURL(`/post/${changed}`)
  // Of the demo world: nobody can list an item yet.
  await goWithin(page, '/reported-posts?kind=item')
  await page.getByRole('button', { name: 'View Item' }).first().click()
  await expect(details).toContainText('As it stood when it was reported.')
  await expect(details.getByText(/^₦[\d,]+\.\d\d$/)).toBeVisible()
})

test('a group moderator sees and resolves what is reported in their group', async ({ page, server }) => {
  const [creator, reporter] = await Promise.all([joinSquare(server, { group: 'Yoruba' }), joinSquare(server)])
  const { id: groupId } = await groupNamed(creator.api, 'Yoruba')
  await report(reporter, { postId: await postIn(creator.api, groupId, 'Off topic') }, 'Not of this group')
  await report(reporter, { postId: await writePost(creator, 'Elsewhere') }, 'Outside of the group')
  await visit(page, server, 'bose.akande', `?group=${groupId}`)
  await expect(page.getByRole('button', { name: 'Group: Yoruba' })).toBeVisible()
  const row = rowOf(page, 'Not of this group')
  await view(row).click()
  const details = page.getByRole('dialog')
  await expect(details.getByRole('definition').last()).toHaveText('Not available')
  await expect(details.getByRole('button', { name: 'Ban User' })).toHaveCount(0)
  await details.getByRole('button', { name: 'Resolve Report' }).click()
  await expectSnackbar(page, 'The report is resolved. Its reporter has been told.')
  await expect(details).toHaveCount(0)
  await expect(row).toContainText('Addressed')
  await expect(menu(row)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL('/reported-posts')
  await expect(row).toBeVisible()
  await expect(rowOf(page, 'Outside of the group')).toHaveCount(0)
})

test('a list that does not come says so, and comes when tried again', async ({ page, server }) => {
  const { creator, reporter } = await people(server)
  const reason = `A very long reason ${'and more '.repeat(40)}`
  await report(reporter, { postId: await writePost(creator, 'Words '.repeat(40)) }, reason)
  await page.route('**/api/messaging/reported/post?*', answer(400, {}))
  await visit(page, server, 'ene.ochigbo', `?creator=${creator.id}`)
  await expectSnackbar(page, 'Failed to load reported posts')
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  const open = page.getByRole('button', { name: /^View Post/ })
  await expect(open).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('listitem')).toHaveCount(0)
  await expectAccessibleScreen(page)
  await open.click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Open the post' })).toBeVisible()
  await expectAccessibleScreen(page, 'the report')
  await page.getByRole('button', { name: 'Ban User' }).click()
  await expect(dialog(page, `Ban @${creator.username}?`)).toBeVisible()
  await expectAccessibleState(page)
  expect(await pastTheEdge(page), 'the ban').toEqual([])
})

test('a report has an address to share', async ({ page, server }) => {
  const { creator, reporter } = await people(server)
  await report(reporter, { reportedUserId: creator.id }, 'Shouts at everybody')
  await visit(page, server, 'ene.ochigbo', `?creator=${creator.id}`)
  const row = rowOf(page, 'Shouts at everybody')
  const details = dialog(page, `Reported: @${creator.username}`)
  await view(row).click()
  await expect(details).toBeVisible()
  await expect(page).toHaveURL(/&report=\d+$/)
  const address = new URL(page.url())
  await page.goBack()
  await expect(details).toHaveCount(0)
  await expect(view(row)).toBeFocused()
  await expect(page).toHaveURL(`/reported-posts?creator=${creator.id}`)

  // On no page that the list shows.
  await page.goto(`/reported-posts?state=addressed&report=${address.searchParams.get('report')}`)
  await expect(details).toContainText('Shouts at everybody')
  await details.getByRole('button', { name: 'Resolve Report' }).click()
  await expectSnackbar(page, 'The report is resolved. Its reporter has been told.')
  await untilSettled(page, '/reported-posts?state=addressed')
  await goWithin(page, '/reported-posts?report=999999999')
  await expectSnackbar(page, 'This report is not there, or not for you to look after.')
  await expect(page).toHaveURL('/reported-posts')
})

test('staff see that a member is suspended, in the report and on the profile', async ({ page, server }) => {
  const { creator, reporter } = await people(server)
  const until = /until \d+ \w+ \d{4} at \d\d:\d\d/
  await report(reporter, { reportedUserId: creator.id }, 'Shouts at everybody')
  const admin = await as(server, 'ene.ochigbo')
  const params = { userId: creator.id, days: 3, reasonForSuspension: 'Shouting' }
  expect((await admin.api.post('/api/user/admin/suspend-user', { params })).ok()).toBe(true)
  await enter(page, admin.token)
  await page.goto(`/reported-posts?creator=${creator.id}`)
  await view(rowOf(page, 'Shouts at everybody')).click()
  await page.getByRole('button', { name: 'Suspend User' }).click()
  const form = dialog(page, `Suspend @${creator.username}?`)
  await expect(form.getByText(/^Already suspended .*; this replaces it\.$/)).toHaveText(until)
  await form.getByLabel('7 Days').check()
  await form.getByLabel('Reason').fill('Still shouting')
  await form.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expectSnackbar(page, 'User has been suspended')
  await untilSettled(page, `/reported-posts?creator=${creator.id}`)

  await goWithin(page, `/u/${creator.username}`)
  await expect(page.getByText(/^Suspended until /)).toHaveText(until)
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'See why' }).click()
  await page.getByRole('button', { name: `Options for ${creator.username}` }).click()
  await choose(page, 'View Reason').click()
  await expect(dialog(page, 'Reason for Suspension')).toContainText('Still shouting')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
