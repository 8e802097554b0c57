import type { Locator, Page } from '@playwright/test'
import { expect, expectNoAxeViolations } from '../support/fixtures.ts'
import { dialog, expectSnackbar, row, untilSettled } from '../support/in-settings.ts'
import { follow, joinSquare, writeMessage, writePost } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { action, cardOf, onCard, postOf, writeComment } from '../support/on-posts.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, pastTheEdge, withoutStream } from '../support/visit.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')
const menuOf = (page: Page, { username }: Pick<Member, 'username'>) =>
  main(page).getByRole('button', { name: `Options for @${username}`, exact: true })
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true })

async function block(member: Member, id: number): Promise<number> {
  return (await member.api.post(`/api/user/block/${id}`)).status()
}

async function walkTo(page: Page, control: Locator): Promise<void> {
  await control.focus()
  await page.keyboard.press('Enter')
}

test('from the profile, by the keyboard alone: says what it does, and can be ended there', async ({
  page,
  server,
}) => {
  const ada = await joinSquare(server)
  const bello = await joinSquare(server, { firstName: 'Bello', username: 'W'.repeat(30) })
  await writePost(bello, 'Yams in Gboko')
  await follow(ada, bello)
  await enter(page, ada.token)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/u/${bello.username}`)
  await expect(page.getByText('Yams in Gboko')).toBeVisible()
  const menu = menuOf(page, bello)
  const asked = dialog(page, `Block @${bello.username}?`)
  await walkTo(page, menu)
  await expect(action(page, `Block @${bello.username}`)).toBeFocused()
  expect(await pastTheEdge(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(asked.getByRole('listitem')).toHaveText([
    'You cannot write to each other.',
    'Both of you can still read what you wrote before.',
    'You no longer follow each other.',
    'Neither of you sees the other’s posts and comments.',
  ])
  await expect(asked).toContainText(`@${bello.username} is not told.`)
  await expectNoAxeViolations(page)
  expect(await pastTheEdge(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expect(menu).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(action(page, `Block @${bello.username}`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectSnackbar(page, `You have blocked @${bello.username}`)
  await expect(menu).toBeFocused()
  await expect(main(page).getByText(`You have blocked @${bello.username}`)).toBeVisible()
  await expect(title(page)).toHaveText('Bello Comer')
  for (const gone of [
    page.getByText('Yams in Gboko'),
    page.getByRole('navigation', { name: 'Profile' }),
    main(page).getByRole('button', { name: /^(Follow|Unfollow)/ }),
    main(page).getByRole('link', { name: 'Message' }),
  ]) {
    await expect(gone).toHaveCount(0)
  }
  await expectAccessibleScreen(page, 'whom one has blocked')
  await main(page).getByRole('link', { name: 'Read the conversation' }).click()
  await expect(page).toHaveURL(`/messages/${bello.id}`)
  await expect(main(page).getByText('You have blocked Bello Comer.')).toBeVisible()
  await page.goBack()
  const unblock = main(page).getByRole('button', { name: `Unblock @${bello.username}` })
  await walkTo(page, unblock)
  await expectSnackbar(page, `You have unblocked @${bello.username}`)
  await expect(page.getByText('Yams in Gboko')).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Follow Bello Comer', exact: true })).toBeVisible()
  await expect(main(page)).toBeFocused()
})

test('from a post’s menu: all that person wrote leaves the lists, a post’s own page leads to the feed, staff stays; the blocked find nobody', async ({
  page,
  server,
}) => {
  const [ada, bello, chi] = [await joinSquare(server), await joinSquare(server), await joinSquare(server)]
  for (const one of [bello, chi]) await follow(ada, one)
  const id = await writePost(ada, 'Not for Bello')
  await follow(bello, ada)
  await writePost(bello, 'The first of Bello’s')
  const kept = await writePost(chi, 'Chi’s stays')
  await writeComment(bello.api, kept, 'A word of Bello’s')
  for (const words of ['The second of Bello’s', 'The third of Bello’s']) await writePost(bello, words)
  await enter(page, ada.token)
  await page.goto('/user')
  await expect(page.getByText('A word of Bello’s')).toBeVisible()
  await onCard(cardOf(page, 'The third of Bello’s')).menu.click()
  await action(page, `Block @${bello.username}`).click()
  await page.route('**/api/user/block/*', (route) => route.abort('connectionfailed'))
  await confirm(page).click()
  await expectSnackbar(page, 'No response from the server. Please check your network connection.')
  await page.unrouteAll()
  await confirm(page).click()
  await expectSnackbar(page, `You have blocked @${bello.username}`)
  await expect(page.getByText('of Bello’s')).toHaveCount(0)
  await expect(cardOf(page, 'Chi’s stays')).toBeFocused()
  await expectNoAxeViolations(page)
  await page.goto('/profile/following')
  await expect(page.getByRole('list', { name: 'following' }).getByRole('listitem')).toHaveCount(1)
  await page.goto(`/post/${kept}`)
  await expect(page.getByText('No comments yet')).toBeVisible()

  const { id: said } = await postOf(server, 'ene.ochigbo', 'A word of the staff')
  await page.goto(`/post/${said}`)
  await onCard(page.getByRole('article')).menu.click()
  await action(page, 'Block @ene.ochigbo').click()
  await confirm(page).click()
  await expectSnackbar(page, 'Staff cannot be blocked.')
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await page.goto('/u/ene.ochigbo')
  await menuOf(page, { username: 'ene.ochigbo' }).click()
  await expect(page.getByRole('dialog', { name: /^Options for / }).getByRole('button')).toHaveText([
    'Report member',
  ])
  await page.goto(`/post/${kept}`)
  await onCard(page.getByRole('article')).menu.click()
  await action(page, `Block @${chi.username}`).click()
  await confirm(page).click()
  await expect(page).toHaveURL('/user')
  await page.goto(`/post/${kept}`)
  await expect(title(page)).toHaveText('This post is not here any more')

  // Whoever is blocked finds nobody by that name, and is not told.
  await enter(page, bello.token)
  await page.goto(`/u/${ada.username}`)
  await expect(title(page)).toHaveText('User not found')
  await page.goto(`/post/${id}`)
  await expect(title(page)).toHaveText('This post is not here any more')
  await page.goto('/profile/following')
  await expect(main(page).getByText('You follow nobody yet.')).toBeVisible()
  await page.goto(`/messages/${ada.id}`)
  await expect(title(page)).toHaveText('User not found')
})

test('in a conversation a message is reported, its writer blocked and unblocked; a block made elsewhere reaches every open page', async ({
  page,
  context,
  server,
}) => {
  const [ada, bello] = [await joinSquare(server), await joinSquare(server, { firstName: 'Bello' })]
  const chatId = await writeMessage(bello, ada, 'The first')
  await writeMessage(bello, ada, 'The second')
  await writeMessage(ada, bello, 'One’s own')
  await enter(page, ada.token)
  await page.goto(`/messages/${bello.id}`)
  const dots = page.getByRole('log').getByRole('button', { name: /^Options for the message of / })
  await expect(dots).toHaveCount(2)
  await page.getByRole('log').focus()
  await page.keyboard.press('Tab')
  await expect(dots.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dots.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(action(page, 'Report message')).toBeFocused()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Report message')
  await expect(form.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('A threat')
  const sent = page.waitForRequest('**/api/messaging/create')
  await form.getByRole('button', { name: 'Report', exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({ eventType: 'REPORT', reason: 'A threat', chatId })
  await expectSnackbar(page, 'Thank you. The report is with the moderators.')
  await expect(dots.first()).toBeFocused()

  const field = page.getByRole('textbox', { name: 'Write a message' })
  const inbox = page.getByRole('complementary', { name: 'Inbox' })
  await expect(field).toBeVisible()
  await expect(inbox).toContainText('Bello Comer')
  await menuOf(page, bello).click()
  await action(page, `Block @${bello.username}`).click()
  await confirm(page).click()
  await expect(main(page).getByText('You have blocked Bello Comer.')).toBeVisible()
  await expect(field).toHaveCount(0)
  await expect(inbox).toContainText('Bello Comer')
  await expect(menuOf(page, bello)).toBeFocused()
  await expectNoAxeViolations(page)
  await walkTo(page, main(page).getByRole('button', { name: `Unblock @${bello.username}` }))
  await expect(field).toBeFocused()
  await expect(inbox).toContainText('Bello Comer')

  await follow(ada, bello)
  await writePost(bello, 'Yams in Gboko')
  const other = await context.newPage()
  await other.goto('/user')
  await expect(field).toBeVisible()
  await expect(other.getByText('Yams in Gboko')).toBeVisible()
  // The line stands.
  await writeMessage(ada, bello, 'No, thank you')
  await expect(page.getByRole('log')).toContainText('No, thank you')
  expect(await block(ada, bello.id)).toBe(200)
  await expect(main(page).getByText('You have blocked Bello Comer.')).toBeVisible()
  await expect(field).toHaveCount(0)
  await expect(inbox).toContainText('Bello Comer')
  await expect(other.getByText('Yams in Gboko')).toHaveCount(0)
  expect((await ada.api.post(`/api/user/unblock/${bello.id}`)).ok()).toBe(true)
  await expect(field).toBeVisible()
  await expect(inbox).toContainText('Bello Comer')
})

test('blocked by whoever harassed them, one still reads the conversation and reports', async ({
  page,
  server,
}) => {
  const [ada, bello] = [await joinSquare(server), await joinSquare(server, { firstName: 'Bello' })]
  const chatId = await writeMessage(bello, ada, 'I know where you live')
  await enter(page, ada.token)
  await withoutStream(page)
  await page.goto(`/messages/${bello.id}`)
  const field = page.getByRole('textbox', { name: 'Write a message' })
  const log = page.getByRole('log')
  const closed = main(page).getByText('You can no longer write to this member.')
  await expect(log).toContainText('I know where you live')
  await field.fill('Leave me alone')
  expect(await block(bello, ada.id)).toBe(200)
  await field.press('Enter')
  await expect(closed).toBeVisible()
  await expect(field).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'On their way' })).toContainText('Leave me alone')

  await page.goto('/inbox')
  await main(page)
    .getByRole('link', { name: /^Bello Comer/ })
    .click()
  await expect(title(page)).toHaveText(`Bello Comer @${bello.username}`)
  await expect(title(page).getByRole('link')).toHaveCount(0)
  await expect(log).toContainText('I know where you live')
  await expect(closed).toBeVisible()
  const send = page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true })
  const report = async (what: 'message' | 'member', target: Record<string, number>) => {
    await action(page, `Report ${what}`).click()
    await dialog(page, `Report ${what}`).getByLabel('Reason').fill('A threat')
    const sent = page.waitForRequest('**/api/messaging/create')
    await send.click()
    expect((await sent).postDataJSON()).toMatchObject({ eventType: 'REPORT', ...target })
    await expectSnackbar(page, 'Thank you. The report is with the moderators.')
    await untilSettled(page)
  }
  await log.getByRole('button', { name: /^Options for the message of / }).click()
  await report('message', { chatId })
  await menuOf(page, bello).click()
  await report('member', { reportedUserId: bello.id })
  await expectAccessibleScreen(page, 'blocked by the other side')
})

test('words typed before being blocked stay shown, and return on unblock', async ({ page, server }) => {
  const [ada, bello] = [await joinSquare(server), await joinSquare(server, { firstName: 'Bello' })]
  await writeMessage(bello, ada, 'Good morning')
  await enter(page, ada.token)
  await page.goto(`/messages/${bello.id}`)
  const field = page.getByRole('textbox', { name: 'Write a message' })
  await field.fill('Half a senten')
  expect(await block(bello, ada.id)).toBe(200)
  await page.reload()
  await expect(main(page).getByText('You can no longer write to this member.')).toBeVisible()
  await expect(main(page)).toContainText('What you wrote was not sent:')
  await expect(main(page).getByText('Half a senten')).toBeVisible()
  expect((await bello.api.post(`/api/user/unblock/${ada.id}`)).ok()).toBe(true)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(field).toHaveValue('Half a senten')
})

test('a member is reported from the profile, once; Settings lists whom one has blocked, and ends a block', async ({
  page,
  server,
}) => {
  const [ada, bello] = [await joinSquare(server), await joinSquare(server, { firstName: 'Bello' })]
  await enter(page, ada.token)
  await page.goto(`/u/${bello.username}`)
  const form = dialog(page, 'Report member')
  const send = form.getByRole('button', { name: 'Report', exact: true })
  const open = async () => {
    await menuOf(page, bello).click()
    await action(page, 'Report member').click()
    await expect(form.getByLabel('Reason')).toBeFocused()
  }
  await open()
  await expect(form).toContainText('The member does not learn who wrote it.')
  await expectNoAxeViolations(page)
  await send.click()
  await expect(form.getByText('Please enter a reason for reporting.')).toBeVisible()
  await form.getByLabel('Reason').fill('They pretend to be somebody else.')
  await page.route('**/api/messaging/create', (route) => route.abort('connectionfailed'))
  await send.click()
  await expectSnackbar(page, 'Failed to report member.')
  await page.unrouteAll()
  await send.click()
  await expectSnackbar(page, 'Thank you. The report is with the moderators.')
  await expect(menuOf(page, bello)).toBeFocused()
  await open()
  await form.getByLabel('Reason').fill('Once more')
  await send.click()
  await expectSnackbar(page, 'You have reported this already. The moderators will look at it.')
  await page.keyboard.press('Escape')
  await untilSettled(page)

  await page.goto('/settings')
  await row(page, 'Blocked members').click()
  const opened = dialog(page, 'Blocked members')
  await expect(opened.getByText('You have blocked nobody.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Blocked members')).toBeFocused()

  // Those of the demo world, staff aside, and a few more: together more than a page of them.
  const more = await Promise.all(Array.from({ length: 4 }, () => joinSquare(server)))
  const ids = new Set([...Array.from({ length: 24 }, (_, at) => at + 1), ...more.map(({ id }) => id)])
  ids.delete(ada.id)
  ids.delete(bello.id)
  const statuses = await Promise.all([...ids].map((id) => block(ada, id)))
  const others = statuses.filter((status) => status === 200).length
  expect(others).toBeGreaterThanOrEqual(20)
  await block(ada, bello.id)
  await page.route('**/api/user/blocked?*', answer(400, { error: ['Torn'], message: '', code: 'BAD' }))
  await page.reload()
  await row(page, 'Blocked members').click()
  await expect(opened.getByRole('alert').getByText('Torn')).toBeVisible()
  await page.unrouteAll()
  await opened.getByRole('button', { name: 'Retry' }).click()
  const rows = opened.getByRole('list').getByRole('listitem')
  await expect(rows.first()).toContainText('Bello Comer')
  await expectAccessibleScreen(page, 'blocked members')
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(others + 1)
  await walkTo(page, rows.first().getByRole('button', { name: `Unblock @${bello.username}` }))
  await expectSnackbar(page, `You have unblocked @${bello.username}`)
  await expect(rows).toHaveCount(others)
  await expect(opened.getByRole('list')).toBeFocused()
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/u\/.+/)
  await expect(main(page).getByText(/^You have blocked @/)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await page.goto(`/u/${bello.username}`)
  await expect(main(page).getByRole('link', { name: 'Message' })).toBeVisible()
})
