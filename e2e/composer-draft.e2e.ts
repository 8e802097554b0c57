import { expect } from './fixtures.ts'
import { hold } from './entry.ts'
import {
  choose,
  composer,
  expectPosted,
  give,
  inFeed,
  keptFiles,
  openComposer,
  picture,
  posts,
  turnAway,
  uploads,
} from './in-composer.ts'
import { snackbars } from './in-settings.ts'
import { joinSquare } from './members.ts'
import { noise, quarters } from './pictures.ts'
import { test } from './own-origin.ts'
import { answer, enter, expectAccessibleScreen } from './visit.ts'

test('a draft with pictures survives a reload, a page left while Post waits and a closed tab; it can be discarded, and that undone', async ({
  page,
  server,
  context,
}) => {
  const { id } = await openComposer(page, server)
  const { card, text, photo, place, placeField, target, post, tiles, status, restored, progress, button } =
    composer(page)
  let isHeld = true
  await page.route(uploads, (route) => (isHeld ? undefined : route.fallback()))
  await text.fill('Heavy')
  await choose(photo, picture('noise.png', noise(400)))
  await expect(progress).toHaveCount(1)
  await expect.poll(() => keptFiles(page, id)).toBe(1)
  isHeld = false
  await page.reload()
  await expect(tiles.getByRole('img', { name: 'noise.png' })).toBeVisible()
  await expect(progress).toHaveCount(0)
  await post.click()
  await expectPosted(page, 'Heavy')
  await expect(page.getByRole('article').first().getByRole('img')).toHaveCount(1)
  await page.unrouteAll()

  await text.fill('Maybe')
  await choose(photo, picture('a.png', quarters(90, 60)))
  await expect(progress).toHaveCount(0)
  await page.reload()
  await button('Discard').click()
  await expect(text).toHaveValue('')
  await expect(tiles).toHaveCount(0)
  await expect(card.getByText('Draft discarded')).toBeVisible()
  await expect(button('Undo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('Maybe')
  await expect(tiles).toHaveCount(1)
  await page.reload()
  await button('Discard').click()
  await expect(text).toHaveValue('')
  await page.reload()
  await expect(text).toBeVisible()
  await text.fill('New')
  await expect(restored).toHaveCount(0)
  await expect(text).toHaveValue('New')

  const held = await hold(page, uploads)
  await text.fill('In a hurry')
  await choose(photo, picture('a.png', quarters(90, 60)))
  await post.click()
  await expect(status).toHaveText('Waiting for 1 file…')
  await page.getByRole('link', { name: 'Groups' }).first().click()
  await expect(snackbars(page).getByText(/^Your post was not sent.+ It is kept as a draft\.$/)).toBeVisible()
  held.release()
  await page.goBack()
  await expect(restored).toBeVisible()
  await expect(tiles).toHaveCount(1)
  await post.click()
  await expectPosted(page, 'In a hurry')

  await expect(restored).toHaveCount(0)
  await text.fill('Half a thought')
  await target.selectOption({ index: 1 })
  const group = await target.locator('option:checked').innerText()
  await place.click()
  await placeField.fill('Jos')
  await choose(photo, picture('a.png', quarters(90, 60)))
  await tiles.getByRole('textbox').fill('Four colours')
  await expect(progress).toHaveCount(0)
  await page.reload()
  await expect(restored).toBeVisible()
  await expect(text).toHaveValue('Half a thought')
  await expect(placeField).toHaveValue('Jos')
  await expect(target.locator('option:checked')).toHaveText(group)
  await page.close()

  const again = await context.newPage()
  await again.goto('/user')
  const next = composer(again)
  await expect(next.restored).toBeVisible()
  await expect(next.text).toHaveValue('Half a thought')
  await expect(next.tiles.getByRole('img', { name: 'Four colours' })).toBeVisible()
  await expect(next.progress).toHaveCount(0)
  await next.post.click()
  await expect(next.text).toHaveValue('')
  await expectPosted(again, 'Half a thought')
  await expect(again.getByRole('article').first().getByRole('img', { name: 'Four colours' })).toBeVisible()
  await expect(next.text).toHaveValue('')
  await expect(next.restored).toHaveCount(0)
})

test('a draft in two tabs makes one post; it belongs to one member, and a sign-out takes it away', async ({
  page,
  server,
  context,
}) => {
  const member = await openComposer(page, server)
  const first = composer(page)
  await first.text.fill('Twice open')
  await page.reload()
  await expect(first.restored).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/user')
  const second = composer(tab)
  await expect(second.text).toHaveValue('Twice open')
  const held = await hold(tab, posts)
  await second.post.click()
  await expect(second.status).toHaveText('Posting…')
  await first.post.click()
  await expect(first.text).toHaveValue('')
  held.release()
  await expect(second.text).toHaveValue('')
  await expectPosted(tab, 'Twice open')
  await second.text.fill('Left open')
  await page.bringToFront()
  await expect(async () => {
    await page.reload()
    await expect(first.text).toHaveValue('Left open', { timeout: 2000 })
  }).toPass()
  await tab.bringToFront()
  await second.post.click()
  await expect(inFeed(tab, 'Left open')).toHaveCount(1)
  await expect(first.text).toHaveValue('')
  await expect(first.restored).toHaveCount(0)
  await tab.close()

  const { text, restored } = first
  await text.fill('Secret')
  await page.reload()
  await expect(restored).toBeVisible()
  const other = await joinSquare(server)
  await enter(page, other.token)
  await page.goto('/user')
  await text.fill('Mine')
  await page.reload()
  await expect(text).toHaveValue('Mine')
  await enter(page, member.token)
  await page.goto('/user')
  await expect(text).toHaveValue('Secret')
  await page.goto('/logout')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(names).toEqual([`rootsquare.drafts.${other.id}`])
})

test('a draft that cannot be read any more stays as it is; where the browser keeps none, what is typed stays all the same', async ({
  page,
  server,
}) => {
  await openComposer(page, server)
  const { text, post, restored } = composer(page)
  await text.fill('Half a thought')
  await page.reload()
  await expect(restored).toBeVisible()
  await page.evaluate(() => {
    const closed = () => {
      document.documentElement.dataset.asked = 'yes'
      throw new DOMException('The connection was lost.', 'InvalidStateError')
    }
    IDBFactory.prototype.open = closed
    IDBDatabase.prototype.transaction = closed
  })
  await turnAway(page, 'hidden')
  await turnAway(page, 'visible')
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes')
  await expect(text).toHaveValue('Half a thought')
  await text.press('End')
  await text.pressSequentially(', and the rest')
  await turnAway(page, 'hidden')
  await turnAway(page, 'visible')
  await post.click()
  await expect(text).toHaveValue('')
  await expectPosted(page, 'Half a thought, and the rest')

  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await page.reload()
  await expect(text).toBeVisible()
  await text.fill('Nowhere to keep it')
  await turnAway(page, 'hidden')
  await turnAway(page, 'visible')
  await text.press('End')
  await text.pressSequentially('.')
  await expect(text).toHaveValue('Nowhere to keep it.')
  await post.click()
  await expectPosted(page, 'Nowhere to keep it.')
})

test('how the composer looks with all it can hold', async ({ page, server }) => {
  test.slow()
  await openComposer(page, server)
  const { card, text, photo, place, placeField, tiles, refused, progress } = composer(page)
  await page.route(uploads, answer(413, { error: ['That is too large.'], message: 'x', code: 'BIG' }))
  await choose(photo, picture('failed.png', quarters(300, 200)))
  await expect(tiles.getByText('That is too large.')).toBeVisible()
  await page.unroute(uploads)
  await choose(photo, picture('good.png', quarters(300, 200)))
  await expect(progress).toHaveCount(0)
  const held = await hold(page, uploads)
  await choose(photo, picture('on-its-way.png', quarters(300, 200)))
  await expect(progress).toHaveCount(1)
  await give(card, 'drop', [{ name: 'notes.txt', type: 'text/plain', text: 'words' }])
  await expect(refused).toHaveCount(1)
  await place.click()
  await placeField.fill('Abẹ́òkúta, Ogun')
  await text.fill(`First line\n${'long '.repeat(40)}\n${'a'.repeat(4700)}`)
  await expectAccessibleScreen(page, 'composer', () => expect(card.getByText(/of 5,000/)).toBeVisible())
  // At 320 px.
  const small = await card.getByRole('button').evaluateAll((buttons) =>
    buttons
      .map((button) => ({ name: button.textContent, box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
      .map(({ name }) => name),
  )
  expect(small).toEqual([])
  held.release()
})
