import type { Page } from '@playwright/test'
import { expectAccessibleAndInside, expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { dialog } from '../support/in-settings.ts'
import { enter, logIn, navigateInApp, test } from '../support/visit.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Profile' }).getByRole('link')
const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

// The content, tabs and links of profiles are tested in people.test.tsx.
test('profiles are accessible, and every control can be pressed', async ({ page, server }) => {
  await enter(page, await logIn(server.url, 'bose.akande'), '/profile/posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessibleScreen(page, 'Posts')
  await expectHittable(page, 'Posts')
  for (const name of ['Following', 'Followers', 'Groups', 'Items']) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
    await expectNarrow(page, name)
  }
  // On a phone the name comes first, then all buttons in one row.
  await page.setViewportSize({ width: 360, height: 740 })
  await navigateInApp(page, '/u/karo.efe?tab=following')
  const main = page.getByRole('main')
  await expect(main.getByText('@karo.efe', { exact: true }).first()).toBeVisible()
  const follow = main.getByRole('button', { name: /^(Follow|Unfollow) / }).first()
  await expect(async () => {
    const share = await main.getByRole('button', { name: 'Share profile' }).boundingBox()
    const message = await main.getByRole('link', { name: 'Message' }).boundingBox()
    expect([share?.width, share?.height]).toEqual([44, 44])
    expect([message?.y, (await follow.boundingBox())?.y]).toEqual([share?.y, share?.y])
    expect((await title(page).boundingBox())?.y).toBeLessThan(share?.y ?? 0)
  }).toPass()
  await page.setViewportSize({ width: 320, height: 740 })
  await expectNarrow(page, 'another’s')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await main.getByRole('button', { name: 'Share profile' }).click()
  const sheet = dialog(page, 'Share')
  await expect(sheet.getByRole('link', { name: /^WhatsApp/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Copy link' }).click()
  await expect(sheet.getByLabel('Select and copy this link')).toBeFocused()
  await expectAccessibleAndInside(page, 'the sheet')
})

/** At the width that `expectAccessibleScreen` ends with: 320 px. */
async function expectNarrow(page: Page, what: string): Promise<void> {
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await expectAccessibleAndInside(page, what)
  await expectHittable(page, what)
}

/** A link inside a text is as high as its line. */
async function expectHittable(page: Page, what: string): Promise<void> {
  const controls = page.getByRole('main').locator('a:visible, button:visible')
  await expect(controls.nth(5), what).toBeAttached()
  const small = () =>
    controls.evaluateAll((found) =>
      found.flatMap((control) => {
        const { width, height } = control.getBoundingClientRect()
        const least = control.matches('article a:not([aria-label]), p a') ? 24 : 44
        return Math.min(width, height) < least
          ? [`${width} x ${height} ${control.outerHTML.slice(0, 120)}`]
          : []
      }),
    )
  await expect.poll(small, what).toEqual([])
}
