import { expect } from '../support/fixtures.ts'
import { homeAddress, shopOf } from '../support/in-market.ts'
import { follow, send, writePost } from '../support/members.ts'
import { atHome, navigateInApp, onSignIn, test } from '../support/visit.ts'

/**
 * Runs in the page, and takes away what the oldest browsers lack. These are in docs/decisions/0043-browsers.md.
 * Playwright itself needs `Element.checkVisibility`, and works in a world of its own.
 */
function forgetNewFunctions(): void {
  const lists = ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']
  const sets = ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf']
  const iterators = ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'some', 'find']
  const idle = ['requestIdleCallback', 'cancelIdleCallback']
  const missing: [object, readonly PropertyKey[]][] = [
    [Array.prototype, lists],
    [Object.getPrototypeOf(Uint8Array.prototype), lists],
    [String.prototype, ['at', 'isWellFormed', 'toWellFormed']],
    [Set.prototype, [...sets, 'isDisjointFrom']],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), iterators],
    [Array, ['fromAsync']],
    [Object, ['groupBy', 'hasOwn']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [AbortSignal, ['any', 'timeout', 'abort']],
    [AbortSignal.prototype, ['reason', 'throwIfAborted']],
    [URL, ['canParse', 'parse']],
    [Intl, ['Segmenter', 'DurationFormat', 'supportedValuesOf']],
    [Crypto.prototype, ['randomUUID']],
    [Element.prototype, ['checkVisibility', 'setHTMLUnsafe']],
    [HTMLElement.prototype, ['inert', 'showPopover', 'hidePopover', 'togglePopover']],
    [HTMLFormElement.prototype, ['requestSubmit']],
    [HTMLInputElement.prototype, ['showPicker']],
    [Document.prototype, ['startViewTransition']],
    [ReadableStream.prototype, ['values', Symbol.asyncIterator]],
    [Response, ['json']],
    [URLSearchParams.prototype, ['size']],
    [window, ['CompressionStream', 'DecompressionStream', 'OffscreenCanvas', ...idle]],
    [window, ['navigation', 'reportError', 'scheduler', 'structuredClone']],
  ]
  for (const [owner, names] of missing) for (const name of names) Reflect.deleteProperty(owner, name)
}

// What the newer styles need is checked in `npm run check:browsers`.
test('a browser without the functions of later years shows every kind of page', async ({ page, server }) => {
  const { buyer, seller, sell, addToCart } = await shopOf(server)
  await addToCart(await sell({ name: 'Drum', price: 1050.5, stock: 5 }))
  await send(buyer, 'post', '/address', homeAddress)
  await follow(buyer, seller)
  const caption = `See https://example.com/drums and ask @${seller.username} about #drums`
  await writePost(seller, caption)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(forgetNewFunctions)
  await page.goto('/')
  expect(await page.evaluate(() => 'hasOwn' in Object || 'any' in AbortSignal)).toBe(false)
  await onSignIn(page).fill(buyer.username, buyer.password)
  await expect(page).toHaveURL('/welcome')

  await navigateInApp(page, '/user')
  await expect(atHome(page, 'Bello')).toBeVisible()
  await expect(page.getByRole('link', { name: 'example.com/drums' })).toBeVisible()
  await navigateInApp(page, `/messages/${seller.id}`)
  const message = page.getByRole('textbox', { name: 'Write a message' })
  await message.fill('Is it loud?')
  await message.press('Enter')
  await expect(page.getByRole('log')).toContainText(/Is it loud\?.*Sent/)
  await navigateInApp(page, `/user-analytics/${buyer.id}`)
  await expect(page.getByRole('slider', { name: 'Following, bar by bar' })).toBeVisible()
  await navigateInApp(page, '/cart')
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Test payment' })).toBeVisible()
  await expect(page.getByText('This cannot be shown.')).toHaveCount(0)
  expect(errors).toEqual([])
})
