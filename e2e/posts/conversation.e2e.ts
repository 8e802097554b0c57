import type { Page } from '@playwright/test'
import { expectAccessibleScreen, expectAccessibleState } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { newAccount } from '../support/entry.ts'
import { signUpPair, writePost } from '../support/members.ts'
import { cardOf, onComments, openPost, writeComment } from '../support/on-posts.ts'
import { untilStable, enter, navigateInApp, test } from '../support/visit.ts'

const reply = (page: Page) => page.getByRole('textbox', { name: 'Write a reply' })
const linkedRow = (page: Page) => page.locator('[data-linked]')

// Each part alone is tested in comment-threads.test.tsx, mentions.test.tsx and post-lists.test.tsx.
test('two members reply to, mention and like each other, and find the post again', async ({
  page,
  browser,
  server,
}) => {
  const username = `bello.${newAccount().username}`
  const [ada, bello] = await signUpPair(server, { username })
  const postId = await writePost(ada, 'First yams of the year #NewYamDay')
  for (let at = 0; at < 8; at += 1) await writeComment(bello.api, postId, `Word ${at} from Gboko.`)

  await openPost(page, ada.token, postId)
  const { section, row } = onComments(page)
  await row('Word 3').getByRole('button', { name: 'Reply to Bello Musa' }).click()
  await expect(reply(page)).toBeFocused()
  await page.keyboard.type('Thank you @bel')
  const option = page.getByRole('option', { name: username })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expectAccessibleState(page)
  await page.keyboard.press('Enter')
  await expect(reply(page)).toHaveValue(`Thank you @${username} `)
  await page.keyboard.type('for coming')
  await page.keyboard.press('Enter')
  await expect(row('Thank you').getByRole('link', { name: `@${username}` })).toBeVisible()
  // A comment that still waits to be sent has no number.
  const sent = page.locator('[data-comment]').filter({ hasText: 'Thank you' })
  const sentId = await sent.getAttribute('data-comment')
  await expect(row('Thank you').last()).toBeInViewport()

  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 360, height: 740 } })
  const phone = await context.newPage()
  await enter(phone, bello.token, `/post/${postId}?comment=${sentId}`)
  await expect(linkedRow(phone)).toContainText(`Thank you @${username} for coming`)
  await expect(linkedRow(phone)).toBeInViewport({ ratio: 1 })
  const like = linkedRow(phone).getByRole('button', { name: /^Like the comment by Ada Obi/ })
  await like.click()
  await expect(like).toHaveAccessibleName('Like the comment by Ada Obi, 1 like')
  await page.reload()
  await section.getByRole('button', { name: 'View 1 reply' }).click()
  await expect(section.getByRole('button', { name: 'Like the comment by Ada Obi, 1 like' })).toBeVisible()

  // Both pages update, and the scroll position stays.
  await page.setViewportSize({ width: 1280, height: 420 })
  // The key is pressed until the page stays at its end, because late content makes it longer.
  await expect(async () => {
    await page.keyboard.press('End')
    const end = await page.evaluate(() => scrollY + innerHeight - document.documentElement.scrollHeight)
    expect(Math.abs(end)).toBeLessThanOrEqual(1)
  }).toPass()
  await expect(row('Word 3').first()).not.toBeInViewport()
  const place = () => row('Word 7').evaluate((element) => element.getBoundingClientRect().top)
  const before = await untilStable(page, place)
  // Heights are fractions of a pixel, and a page scrolls by whole ones.
  const moved = async () => Math.abs((await place()) - before)
  await linkedRow(phone).getByRole('button', { name: 'Reply to Ada Obi' }).click()
  await reply(phone).fill('With palm oil')
  await reply(phone).press('Enter')
  await expect(row('With palm oil').last()).toBeAttached()
  await expect.poll(moved).toBeLessThanOrEqual(1)
  await writeComment(bello.api, postId, 'Word 8 from Gboko.')
  await expect(row('Word 8')).toBeVisible()
  await expect.poll(moved).toBeLessThanOrEqual(1)
  for (const tab of [page, phone])
    await expect(tab.getByRole('link', { name: 'Comment, 11 comments' })).toBeAttached()

  await phone.getByRole('link', { name: '#NewYamDay' }).click()
  await expect(phone.getByRole('heading', { level: 1, name: '#newyamday' })).toBeVisible()
  const card = cardOf(phone, 'First yams of the year')
  await card.getByRole('button', { name: 'Save post' }).click()
  await expect(card.getByRole('button', { name: 'Saved post' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessibleScreen(phone, 'tag')
  await navigateInApp(phone, '/bookmarks')
  await expect(cardOf(phone, 'First yams of the year')).toBeVisible()
  await expectAccessibleState(phone)
  await context.close()

  await ada.api.delete(`/api/post/delete/${postId}`)
  await expect(page.getByRole('heading', { name: 'This post is no longer available' })).toBeVisible()
})
