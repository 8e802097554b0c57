import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { composer, expectDraftSaved, openComposer, uploads } from '../support/in-composer.ts'
import { choose, noise, picture } from '../support/pictures.ts'
import { dialog } from '../support/in-settings.ts'
import { signUpMember, signUpPair } from '../support/members.ts'
import { enter, test } from '../support/visit.ts'
import type { Page } from '@playwright/test'

const messageField = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
const unstored = (page: Page) => page.getByText('This device could not store your text.')

test('a text that the device cannot store stays on the screen, which says so', async ({ page, server }) => {
  const [ada, bello] = await signUpPair(server)
  await enter(page, ada.token, `/messages/${bello.id}`)
  await messageField(page).fill('Typed before')
  await page.addInitScript(breakDatabase)
  await page.reload()
  await messageField(page).fill('Typed while it was slow')
  await page.evaluate(() => dispatchEvent(new Event('open-database')))
  await expect(messageField(page)).toHaveValue('Typed before\nTyped while it was slow')
  await page.evaluate(() => dispatchEvent(new Event('fill-disk')))
  await messageField(page).fill('No room for this')
  await expect(unstored(page)).toBeVisible()
  await expect(messageField(page)).toHaveValue('No room for this')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessibleScreen(page)
  await page.evaluate(() => dispatchEvent(new Event('empty-disk')))
  await messageField(page).press('End')
  await messageField(page).press('!')
  await expect(unstored(page)).toHaveCount(0)
})

test('a text that is typed while the database fails is stored once', async ({ page, context, server }) => {
  const [ada, bello] = await signUpPair(server)
  await page.addInitScript(failDatabase)
  await enter(page, ada.token, `/messages/${bello.id}`)
  await messageField(page).fill('Hel')
  await expect(unstored(page)).toBeVisible()
  await messageField(page).fill('Hello')
  await page.evaluate(() => dispatchEvent(new Event('repair-database')))
  await expect(unstored(page)).toHaveCount(0)
  await expect(messageField(page)).toHaveValue('Hello')
  const next = await context.newPage()
  await next.goto(`/messages/${bello.id}`)
  await expect(messageField(next)).toHaveValue('Hello')
})

test('a form keeps what was typed last while the database was slow', async ({ page, server }) => {
  const { token } = await signUpMember(server)
  await enter(page, token, '/addresses')
  const number = dialog(page, 'Add address').getByLabel('Street Number')
  const open = () => page.getByRole('main').getByRole('button', { name: 'Add address' }).click()
  await open()
  await number.fill('12')
  await page.addInitScript(breakDatabase)
  await page.reload()
  await open()
  await number.fill('14')
  await page.evaluate(() => dispatchEvent(new Event('open-database')))
  await expect.poll(() => page.evaluate(storedDrafts)).toContain('14')
  await expect(number).toHaveValue('14')
})

test('a file without room on the device does not prevent its text from being stored', async ({
  page,
  server,
  context,
}) => {
  await page.addInitScript(fillDiskForFiles)
  await page.route(uploads, () => {})
  await openComposer(page, server)
  const { text, photo, tiles } = composer(page)
  const attempts = page.locator('html')
  await choose(photo, picture('noise.png', noise(40)))
  await text.fill('Half a thought')
  await expect(unstored(page)).toBeVisible()
  await expect(tiles).toHaveCount(1)
  const tried = await attempts.getAttribute('data-attempts')
  await text.fill('A whole thought')
  await expect.poll(() => page.evaluate(storedDrafts)).toContain('A whole thought')
  await expect(unstored(page)).toBeVisible()
  await expect(attempts).toHaveAttribute('data-attempts', String(tried))
  const next = await context.newPage()
  await next.goto('/user')
  await expect(composer(next).text).toHaveValue('A whole thought')
  await composer(page).button('Discard').click()
  await expect(unstored(page)).toHaveCount(0)
})

test('a private draft is deleted when its time is over', async ({ page, server }) => {
  const { id } = await openComposer(page, server)
  await composer(page).text.fill('Typed')
  await expectDraftSaved(page, id, 'Typed')
  await page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases()
    const request = indexedDB.open(name)
    await new Promise((resolve) => (request.onsuccess = resolve))
    const transaction = request.result.transaction('drafts', 'readwrite')
    for (const [what, endsAt] of [
      ['Past', Date.now() - 1],
      ['Future', Date.now() + 3_600_000],
    ] as const)
      transaction.objectStore('drafts').put({ draft: { reason: what }, endsAt }, `rootsquare.${what}.1.2`)
    await new Promise((resolve) => (transaction.oncomplete = resolve))
    request.result.close()
  })
  expect(await page.evaluate(storedDrafts)).toContain('Past')
  await page.reload()
  await expect.poll(() => page.evaluate(storedDrafts)).not.toContain('Past')
  expect(await page.evaluate(storedDrafts)).toContain('Future')
})

/** Runs in the page. The database has no room for files, and the page counts how often one is written. */
function fillDiskForFiles(): void {
  const put = IDBObjectStore.prototype.put
  let attempts = 0
  IDBObjectStore.prototype.put = function (value, key) {
    if (!(value instanceof Blob)) return put.call(this, value, key)
    document.documentElement.dataset.attempts = String(++attempts)
    throw new DOMException('Full', 'QuotaExceededError')
  }
}

/** Runs in the page. */
async function storedDrafts(): Promise<string> {
  const [{ name = '' } = {}] = await indexedDB.databases()
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
  })
  const found = db.transaction('drafts').objectStore('drafts').getAll()
  await new Promise((resolve) => (found.onsuccess = resolve))
  db.close()
  return JSON.stringify(found.result)
}

/** Runs in the page. The database cannot be opened until an event. */
function failDatabase(): void {
  const open = indexedDB.open.bind(indexedDB)
  let isBroken = true
  addEventListener('repair-database', () => (isBroken = false))
  indexedDB.open = (...given) => {
    if (isBroken) throw new DOMException('The database is broken.', 'UnknownError')
    return open(...given)
  }
}

/** Runs in the page. The database opens late, and has no room between two events. */
function breakDatabase(): void {
  const open = indexedDB.open.bind(indexedDB)
  let isSlow = true
  addEventListener('open-database', () => (isSlow = false), { once: true })
  indexedDB.open = (...given) => {
    const request = open(...given)
    if (!isSlow) return request
    request.addEventListener('success', (event) => {
      if (!isSlow) return
      event.stopImmediatePropagation()
      addEventListener('open-database', () => request.onsuccess?.(event), { once: true })
    })
    return request
  }
  const put = IDBObjectStore.prototype.put
  addEventListener('fill-disk', () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  addEventListener('empty-disk', () => (IDBObjectStore.prototype.put = put))
}
