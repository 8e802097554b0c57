import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { composer } from '../support/in-composer.ts'
import { openTwoVersions } from '../support/two-versions.ts'
import { atHome, enter, navigateInApp, test } from '../support/visit.ts'

test.use({ serviceWorkers: 'allow' })

/** The app is stored a moment after the first page. */
async function enterStored(page: Page, token: string, path = '/user'): Promise<void> {
  await enter(page, token, path)
  await expect(atHome(page)).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

test('the app opens without a connection at any address', async ({ page, context, token }) => {
  await enterStored(page, token)
  await context.setOffline(true)
  await page.goto('/inbox')
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  await page.goto('/no/such/page')
  await expect(page.getByText('Page not found')).toBeVisible()
  // The code of this page is stored when it is first opened.
  await page.goto('/group-map')
  await expect(page.getByRole('heading', { name: 'This page is not stored on this device' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
})

test('a new version waits for Update, which keeps what was typed', async ({
  page,
  context,
  server,
  token,
}) => {
  const versions = await openTwoVersions(server.url)
  const [notice, second] = ['region', 'meta[name=test-version]'] as const
  await enterStored(page, token, `${versions.url}/user`)
  await composer(page).text.fill('Half a thought')
  versions.release()
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  const isWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state)
  await expect.poll(isWaiting).toBe('installed')
  const other = await context.newPage()
  await other.goto(`${versions.url}/user`)
  await expect(atHome(other)).toBeVisible()
  for (const tab of [page, other]) await expect(tab.locator(second)).toHaveCount(0)

  await navigateInApp(page, '/notifications')
  await page.getByRole(notice, { name: 'New version' }).getByRole('button', { name: 'Update' }).click()
  await expect(page.locator(second)).toBeAttached()
  await page.goto(`${versions.url}/user`)
  await expect(composer(page).text).toHaveValue('Half a thought')
  // The other tab goes on as it was, with the files of its version.
  await navigateInApp(other, '/inbox')
  await expect(other.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  await expect(other.locator(second)).toHaveCount(0)
  versions.close()
})

test('what another app shares opens in the composer', async ({ page, token }) => {
  await enterStored(page, token)
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share-target', enctype: 'multipart/form-data' })
    const field = (name: string, value: string) =>
      form.append(Object.assign(document.createElement('input'), { name, value }))
    field('title', 'Argungu')
    field('text', 'The fishing festival')
    field('url', 'https://example.com/argungu')
    const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
    const chosen = new DataTransfer()
    const bytes = Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAA='), (char) => char.charCodeAt(0))
    chosen.items.add(new File([bytes], 'festival.gif', { type: 'image/gif' }))
    files.files = chosen.files
    form.append(files)
    document.body.append(form)
    form.submit()
  })
  await expect(composer(page).text).toHaveValue('Argungu\nThe fishing festival\nhttps://example.com/argungu')
  await expect(composer(page).tiles).toHaveCount(1)
  await expect(composer(page).text).toBeFocused()
  await expect(page).toHaveURL('/user')
})
