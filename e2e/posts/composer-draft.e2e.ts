import { expect } from '../support/fixtures.ts'
import {
  composer,
  expectDraftSaved,
  expectFileSaved,
  expectOnTop,
  inFeed,
  leaveAndReturn,
  openComposer,
  posts,
  uploads,
} from '../support/in-composer.ts'
import { send, signUpMember, type Member } from '../support/members.ts'
import { choose, noise, picture } from '../support/pictures.ts'
import { delayResponses, setHidden, test, tokenKey } from '../support/visit.ts'

/** How many posts of the member's feed say this. */
async function countOf(member: Member, caption: string): Promise<number> {
  type Feed = { content: { caption: string }[] }
  const { content } = await send<Feed>(member, 'get', '/post/user/post/feed')
  return content.filter((post) => post.caption === caption).length
}

test('a draft survives a closed tab and an undone Discard, and is posted once', async ({
  page,
  server,
  context,
}) => {
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
  await next.button('Discard').click()
  await expect(next.text).toHaveValue('')
  await expect(next.tiles).toHaveCount(0)
  await expect(next.card.getByText('Draft discarded')).toBeVisible()
  await expect(next.button('Undo')).toBeFocused()
  await again.keyboard.press('Enter')
  await expect(next.text).toHaveValue('Half a thought')
  await expectFileSaved(again, member.id, 'Four colours')
  // The server takes the post, but its answer is lost, so it waits in the feed and is sent again by itself.
  await again.route(posts, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await next.post.click()
  await expect(again.getByRole('list', { name: 'Posts that wait to be sent' })).toContainText(
    'Half a thought',
  )
  await expect(next.text).toHaveValue('')
  await again.unroute(posts)
  await again.reload()
  await expect(next.restored).toHaveCount(0)
  await expectOnTop(again, 'Half a thought')
  await expect(again.getByRole('article').first().getByRole('img', { name: 'Four colours' })).toBeVisible()
  expect(await countOf(member, 'Half a thought')).toBe(1)

  await test.step('a discarded draft stays away', async () => {
    await next.text.fill('In a hurry')
    await leaveAndReturn(again)
    await expect(next.restored).toBeVisible()
    await next.button('Discard').click()
    await leaveAndReturn(again)
    await next.text.fill('New')
    await expect(next.restored).toHaveCount(0)
    await expect(next.text).toHaveValue('New')
  })
})

test('a post whose tab was closed while it was sent arrives once', async ({ page, server, context }) => {
  const member = await openComposer(page, server)
  const { text, photo, tiles, progress, post, status } = composer(page)
  await text.fill('On its way')
  await choose(photo, picture('noise.png', noise(40)))
  await expect(tiles).toHaveCount(1)
  await expect(progress).toHaveCount(0)
  await page.route(posts, () => {})
  await post.click()
  await expect(status).toHaveText('Posting…')
  await page.close()

  const again = await context.newPage()
  await again.goto('/user')
  await expectOnTop(again, 'On its way')
  await expect(again.getByRole('article').first().getByRole('img', { name: 'Picture' })).toBeVisible()
  await expect(composer(again).text).toHaveValue('')
  await expect(composer(again).tiles).toHaveCount(0)
  expect(await countOf(member, 'On its way')).toBe(1)
})

test('a post whose tab was closed while it was sent is sent by another open tab', async ({
  page,
  server,
  context,
}) => {
  const member = await openComposer(page, server)
  const tab = await context.newPage()
  await tab.goto('/user')
  await tab.route(posts, () => {})
  const [first, second] = [composer(page), composer(tab)]
  await second.text.fill('Handed over')
  await second.post.click()
  await expect(first.status).toHaveText('Posting…')
  await tab.close()
  await expectOnTop(page, 'Handed over')
  await expect(first.text).toHaveValue('')
  expect(await countOf(member, 'Handed over')).toBe(1)
})

/** Runs in the page: until it is repaired, whoever asks for the drafts gets an error. */
function breakDatabase(): void {
  const { open } = IDBFactory.prototype
  const { transaction } = IDBDatabase.prototype
  const closed = () => {
    document.documentElement.dataset.asked = 'yes'
    throw new DOMException('The connection was lost.', 'InvalidStateError')
  }
  IDBFactory.prototype.open = closed
  IDBDatabase.prototype.transaction = closed
  const repair = () => {
    IDBFactory.prototype.open = open
    IDBDatabase.prototype.transaction = transaction
  }
  addEventListener('repair', repair, { once: true })
}

test('a member’s draft is shared by two tabs and deleted at sign-out', async ({ page, server, context }) => {
  const [member, other] = await Promise.all([openComposer(page, server), signUpMember(server)])
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
  await expect(first.status).toHaveText('Posting…')
  await delayed.release()
  await expect(first.text).toHaveValue('')
  await expect(second.text).toHaveValue('')
  await expectOnTop(tab, 'Twice open')
  expect(await countOf(member, 'Twice open')).toBe(1)

  // The other tab shows the draft when it is opened, and removes it when it is posted.
  await second.text.fill('Left open')
  await expectDraftSaved(tab, member.id, 'Left open')
  await setHidden(page, true)
  await setHidden(page, false)
  await expect(first.text).toHaveValue('Left open')
  await second.post.click()
  await expect(inFeed(tab, 'Left open')).toHaveCount(1)
  await expect(first.text).toHaveValue('')
  await expect(first.restored).toHaveCount(0)

  await test.step('another member signs in, and the first one again', async () => {
    const signIn = (token: string) =>
      tab.evaluate(([key, value]) => localStorage.setItem(key, value), [tokenKey, token] as const)
    await first.text.fill('Secret')
    await expectDraftSaved(page, member.id, 'Secret')
    await tab.goto('/favicon.svg')
    await signIn(other.token)
    await expect(first.text).toHaveValue('')
    await first.text.fill('Mine')
    await expectDraftSaved(page, other.id, 'Mine')
    await signIn(member.token)
    await expect(first.text).toHaveValue('Secret')
  })

  await test.step('a draft that cannot be read for a while stays on the screen', async () => {
    await page.evaluate(breakDatabase)
    await setHidden(page, true)
    await setHidden(page, false)
    await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes')
    await expect(first.text).toHaveValue('Secret')
    await first.text.press('End')
    await first.text.pressSequentially(', and the rest')
    await page.evaluate(() => dispatchEvent(new Event('repair')))
    await expectDraftSaved(page, member.id, 'Secret, and the rest')
  })

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
  await expect.poll(names).toEqual([`rootsquare.drafts.${other.id}`])
})
