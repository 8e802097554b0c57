import type { Page } from '@playwright/test'
import { expectAccessibleAndInside, expectAccessibleState } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { follow, send, signUpMember, writeMessage, writePost, type Member } from '../support/members.ts'
import { action } from '../support/on-posts.ts'
import { enter, pressKeys, pressTo, test } from '../support/visit.ts'

const main = (page: Page) => page.getByRole('main')
const menuOf = (page: Page, { username }: Pick<Member, 'username'>) =>
  main(page).getByRole('button', { name: `Options for @${username}`, exact: true })
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

const block = (member: Member, id: number) => send(member, 'post', `/user/block/${id}`)
const unblock = (member: Member, id: number) => send(member, 'post', `/user/unblock/${id}`)

// The dialog and the blocked profile are tested in people.test.tsx, what a block hides in blocks.test.ts.
test('a member is blocked and unblocked on the profile by keyboard alone', async ({ page, server }) => {
  const [ada, bello] = await Promise.all([
    signUpMember(server),
    // The name is unique and as wide as thirty letters can be.
    signUpMember(server, { firstName: 'Bello', username: `${Date.now()}`.padStart(30, 'W') }),
  ])
  await writePost(bello, 'Yams in Gboko')
  await page.setViewportSize({ width: 320, height: 700 })
  await enter(page, ada.token, `/u/${bello.username}`)
  await expect(page.getByText('Yams in Gboko')).toBeVisible()
  const menu = menuOf(page, bello)
  const question = dialog(page, `Block @${bello.username}?`)
  const cancel = question.getByRole('button', { name: 'Cancel' })
  const openQuestion = async () => {
    await pressTo(action(page, `Block @${bello.username}`), 'Enter')
    await pressTo(cancel, 'Enter')
  }
  await menu.focus()
  await openQuestion()
  await expectAccessibleAndInside(page)
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await expect(menu).toBeFocused()
  await openQuestion()
  await pressKeys(page, 'Tab', 'Enter')
  await expectSnackbar(page, `You have blocked @${bello.username}`)
  await expect(menu).toBeFocused()
  await expect(page.getByText('Yams in Gboko')).toHaveCount(0)
  await expectAccessibleAndInside(page, 'a blocked member')
  await main(page).getByRole('link', { name: 'Read the conversation' }).click()
  await expect(page).toHaveURL(`/messages/${bello.id}`)
  await expect(main(page).getByText('You have blocked Bello Comer.')).toBeVisible()
  await expectAccessibleState(page)
  await page.goBack()
  await main(page)
    .getByRole('button', { name: `Unblock @${bello.username}` })
    .press('Enter')
  await expect(page.getByText('Yams in Gboko')).toBeVisible()
  await expect(main(page)).toBeFocused()
})

// What a blocked member still sees and may report is tested in conversation.test.tsx.
test('a block made elsewhere reaches every open page', async ({ page, context, server }) => {
  const [ada, bello] = await Promise.all([signUpMember(server), signUpMember(server, { firstName: 'Bello' })])
  await follow(ada, bello)
  await writePost(bello, 'Yams in Gboko')
  await writeMessage(bello, ada, 'Good morning')
  await enter(page, ada.token, `/messages/${bello.id}`)
  const other = await context.newPage()
  await other.goto('/user')
  await expect(field(page)).toBeVisible()
  await expect(other.getByText('Yams in Gboko')).toBeVisible()
  // A message that comes in shows that the live stream is open.
  await writeMessage(ada, bello, 'No, thank you')
  await expect(page.getByRole('log')).toContainText('No, thank you')
  await block(ada, bello.id)
  await expect(main(page).getByText('You have blocked Bello Comer.')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  const inbox = page.getByRole('complementary', { name: 'Inbox' })
  await expect(inbox).toContainText('Bello Comer')
  await expect(other.getByText('Yams in Gboko')).toHaveCount(0)
  await unblock(ada, bello.id)
  await expect(inbox).toContainText('Bello Comer')
  await field(page).fill('Half a senten')

  // A block by the other side is not announced, and only shows when the page is opened again.
  await block(bello, ada.id)
  await page.reload()
  const title = page.getByRole('heading', { level: 1 })
  await expect(main(page).getByText('You can no longer write to this member.')).toBeVisible()
  await expect(title).toHaveText(`Bello Comer @${bello.username}`)
  await expect(title.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('log')).toContainText('Good morning')
  await expect(main(page).getByText('Half a senten')).toBeVisible()
  await expectAccessibleState(page)
  await unblock(bello, ada.id)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(field(page)).toHaveValue('Half a senten')
})
