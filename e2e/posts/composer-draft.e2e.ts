import { expect } from '../support/fixtures.ts'
import {
  choose,
  composer,
  expectDraftSaved,
  expectFileSaved,
  expectOnTop,
  inFeed,
  leaveAndReturn,
  openComposer,
  picture,
  posts,
  turnAway,
  uploads,
} from '../support/in-composer.ts'
import { snackbars } from '../support/in-settings.ts'
import { signUpMember } from '../support/members.ts'
import type { Member } from '../support/members.ts'
import { noise, quarters } from '../support/pictures.ts'
import { delayResponses, enter, test } from '../support/visit.ts'

/** How many posts of the member's feed say this. */
async function countOf(member: Member, caption: string): Promise<number> {
  const reply = await member.api.get('/api/post/user/post/feed')
  const { data }: { data: { content: { caption: string }[] } } = await reply.json()
  return data.content.filter((post) => post.caption === caption).length
}

test('a draft survives a closed tab, and is posted once', async ({ page, server, context }) => {
  const member = await openComposer(page, server)
  const { text, photo, place, placeField, target, tiles, progress } = composer(page)
  await page.route(uploads, () => {})
  await text.fill('Half a thought')
  await target.selectOption({ index: 1 })
  const group = await target.locator('option:checked').innerText()
  await place.click()
  await placeField.fill('Jos')
  await choose(photo, picture('noise.png', noise(400)))
  await tiles.getByRole('button', { name: /^Describe/ }).click()
  await tiles.getByRole('textbox').fill('Four colours')
  await expect(progress).toHaveCount(1)
  await expectFileSaved(page, member.id, 'Four colours')
  await page.close()

  const again = await context.newPage()
  await again.goto('/user')
  const next = composer(again)
  await expect(next.restored).toBeVisible()
  await expect(next.text).toHaveValue('Half a thought')
  await expect(next.placeField).toHaveValue('Jos')
  await expect(next.target.locator('option:checked')).toHaveText(group)
  await expect(next.tiles.getByRole('img', { name: 'Four colours' })).toBeVisible()
  await expect(next.progress).toHaveCount(0)
  // The server takes the post, but its answer is lost.
  await again.route(posts, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await next.post.click()
  await expect(snackbars(again).getByText(/^No response from the server/)).toBeVisible()
  await again.unroute(posts)
  await again.reload()
  await expect(next.text).toHaveValue('Half a thought')
  await next.post.click()
  await expect(next.text).toHaveValue('')
  await expect(next.restored).toHaveCount(0)
  await expectOnTop(again, 'Half a thought')
  await expect(again.getByRole('article').first().getByRole('img', { name: 'Four colours' })).toBeVisible()
  expect(await countOf(member, 'Half a thought')).toBe(1)
})

test('a discarded draft comes back by Undo, and else stays away', async ({ page, server }) => {
  const member = await openComposer(page, server)
  const { card, text, photo, post, tiles, status, restored, button } = composer(page)
  const delayed = await delayResponses(page, uploads)
  await text.fill('In a hurry')
  await choose(photo, picture('a.png', quarters(90, 60)))
  await post.click()
  await expect(status).toHaveText('Waiting for 1 file…')
  await page.getByRole('link', { name: 'Groups' }).first().click()
  await expect(snackbars(page).getByText(/^Your post was not sent.+ It is kept as a draft\.$/)).toBeVisible()
  delayed.release()
  await page.goBack()
  await expect(restored).toBeVisible()
  await expect(tiles).toHaveCount(1)
  await button('Discard').click()
  await expect(text).toHaveValue('')
  await expect(tiles).toHaveCount(0)
  await expect(card.getByText('Draft discarded')).toBeVisible()
  await expect(button('Undo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('In a hurry')
  await expect(tiles).toHaveCount(1)
  await expectFileSaved(page, member.id, '')
  await page.reload()
  await expect(restored).toBeVisible()
  await expect(tiles).toHaveCount(1)
  await button('Discard').click()
  await expect(text).toHaveValue('')
  await leaveAndReturn(page)
  await text.fill('New')
  await expect(restored).toHaveCount(0)
  await expect(text).toHaveValue('New')
})

test('a draft open in two tabs makes one post', async ({ page, server, context }) => {
  const member = await openComposer(page, server)
  const first = composer(page)
  await first.text.fill('Twice open')
  await expectDraftSaved(page, member.id, 'Twice open')
  const tab = await context.newPage()
  await tab.goto('/user')
  const second = composer(tab)
  await expect(second.text).toHaveValue('Twice open')
  const delayed = await delayResponses(tab, posts)
  await second.post.click()
  await expect(second.status).toHaveText('Posting…')
  await first.post.click()
  await expect(first.text).toHaveValue('')
  delayed.release()
  await expect(second.text).toHaveValue('')
  await expectOnTop(tab, 'Twice open')
  expect(await countOf(member, 'Twice open')).toBe(1)

  // What one tab has written shows in the other when it is looked at, and goes when it is posted.
  await second.text.fill('Left open')
  await expectDraftSaved(tab, member.id, 'Left open')
  await turnAway(page, 'hidden')
  await turnAway(page, 'visible')
  await expect(first.text).toHaveValue('Left open')
  await second.post.click()
  await expect(inFeed(tab, 'Left open')).toHaveCount(1)
  await expect(first.text).toHaveValue('')
  await expect(first.restored).toHaveCount(0)

  // A draft that cannot be read any more stays on the screen.
  await second.text.fill('Half a thought')
  await expectDraftSaved(tab, member.id, 'Half a thought')
  await tab.evaluate(() => {
    const closed = () => {
      document.documentElement.dataset.asked = 'yes'
      throw new DOMException('The connection was lost.', 'InvalidStateError')
    }
    IDBFactory.prototype.open = closed
    IDBDatabase.prototype.transaction = closed
  })
  await turnAway(tab, 'hidden')
  await turnAway(tab, 'visible')
  await expect(tab.locator('html')).toHaveAttribute('data-asked', 'yes')
  await expect(second.text).toHaveValue('Half a thought')
  await second.text.press('End')
  await second.text.pressSequentially(', and the rest')
  await second.post.click()
  await expect(second.text).toHaveValue('')
  await expectOnTop(tab, 'Half a thought, and the rest')
})

test('a draft belongs to one member, and a sign-out takes it away', async ({ page, server }) => {
  const [member, other] = await Promise.all([openComposer(page, server), signUpMember(server)])
  const { text } = composer(page)
  await text.fill('Secret')
  await expectDraftSaved(page, member.id, 'Secret')
  await enter(page, other.token)
  await page.goto('/user')
  await expect(text).toHaveValue('')
  await text.fill('Mine')
  await expectDraftSaved(page, other.id, 'Mine')
  await enter(page, member.token)
  await page.goto('/user')
  await expect(text).toHaveValue('Secret')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
  await expect.poll(names).toEqual([`rootsquare.drafts.${other.id}`])
})
