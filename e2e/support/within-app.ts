import type { Page } from '@playwright/test'

/** Leads on inside the running app, as a link does, where loading the page anew is not what the test is about. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
}
