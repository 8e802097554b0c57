import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { atHome, enter, test } from '../support/visit.ts'

test.use({ serviceWorkers: 'allow' })

/** The app is stored a moment after the first page. */
async function enterStored(page: Page, token: string): Promise<void> {
  await enter(page, token, '/user')
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
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
})
