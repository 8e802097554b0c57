import type { Page } from '@playwright/test'
import { expectAccessibleState, expectInsideViewport, expectNoAxeViolations } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { enter, pressKeys, pressTo, tabTo, test } from '../support/visit.ts'

const states = (page: Page) => page.getByRole('listbox', { name: 'States of Nigeria' })
const state = (page: Page, name: RegExp) => states(page).getByRole('option', { name })
const groupsIn = (page: Page, name: string) => page.getByRole('list', { name: `Groups in ${name}` })
const view = (page: Page, name: 'Map' | 'List') =>
  page.getByRole('navigation', { name: 'Show as' }).getByRole('link', { name })

/** A row of the list, which opens to the groups of a state. */
const row = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'States of Nigeria' }).getByRole('button', { name })

test('the map is used by keyboard, and leads back to the search', async ({ page, token }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const outline = 'M302.4,493.8L'
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''))
  })
  const isFetched = async () => (await Promise.all(scripts)).some((text) => text.includes(outline))
  await enter(page, token, '/group-list?tab=all&q=ogo')
  await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0)
  // The outlines are only fetched on the map.
  expect(scripts.length).toBeGreaterThan(4)
  expect(await isFetched()).toBe(false)
  await page.getByRole('link', { name: 'See the map' }).click()
  await expect(states(page)).toBeVisible()
  await expect.poll(isFetched).toBe(true)
  const current = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' })
  await expect(current).toHaveAttribute('aria-current', 'true')

  await tabTo(view(page, 'List'))
  await pressTo(state(page, /^Abia, /), 'Tab')
  // The second outline of the focused state; its class has no name that a test could rely on.
  const ring = page.locator('svg[role=listbox] g[aria-hidden] > path').nth(1)
  await expect(ring).toHaveCSS('visibility', 'visible')
  await expect(ring).toHaveCSS('stroke-width', '4px')
  for (const [key, name] of [
    ['ArrowDown', 'Akwa Ibom'],
    ['End', 'Zamfara'],
    ['Home', 'Abia'],
    ['k', 'Kaduna'],
  ] as const) {
    await pressTo(state(page, new RegExp(`^${name}, `)), key)
  }
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/group-map?view=map&state=NG-KD')
  await expect(state(page, /^Kaduna, /)).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('#live-polite')).toHaveText(/^Kaduna, \d+ groups, listed after the map$/)
  await expect(state(page, /^Kaduna, /)).toBeFocused()
  // Each state has a number, and a name if there is space.
  await expect(states(page).getByText(/^\d+$/)).toHaveCount(37)
  await expect(states(page).getByText('Borno', { exact: true })).toBeVisible()
  await state(page, /^Plateau, /).hover()
  await expect(page.getByText(/^Plateau \d+ groups$/)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/^Plateau \d+ groups$/)).toHaveCount(0)
  await state(page, /^Kaduna, /).focus()
  await expectNoAxeViolations(page)

  await pressTo(groupsIn(page, 'Kaduna').getByRole('link').first(), 'Tab')
  await pressTo(state(page, /^Kaduna, /), 'Shift+Tab')
  await pressKeys(page, 'Tab', 'Enter')
  await expect(page).toHaveURL(/\/group\/\d+$/)
  await expect(current).toHaveAttribute('aria-current', 'true')
  await page.getByRole('navigation', { name: 'Group' }).getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await page.getByRole('link', { name: 'Back to the map' }).click()
  await expect(page).toHaveURL('/group-map?view=map&state=NG-KD')
  await expect(groupsIn(page, 'Kaduna')).toBeVisible()
  await page.getByRole('link', { name: 'Back to groups' }).click()
  await expect(page).toHaveURL('/group-list?tab=all&q=ogo')
  await test.step('on a phone the list comes first', () => walkThroughStates(page))
})

/** Back leads through the states one has seen, and at last to the list of groups, since nobody came from it. */
async function walkThroughStates(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/group-map?state=NG-TA')
  await expect(row(page, /^Taraba/)).toBeInViewport()
  await expect(row(page, /^Taraba/)).toHaveAttribute('aria-expanded', 'true')
  await row(page, /^Adamawa/).click()
  await expect(page).toHaveURL('/group-map?state=NG-AD')
  await expect(row(page, /^Taraba/)).toHaveAttribute('aria-expanded', 'false')
  await expectNoAxeViolations(page)
  await view(page, 'Map').click()
  await expect(state(page, /^Adamawa, /)).toHaveAttribute('aria-selected', 'true')
  await expectAccessibleState(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectInsideViewport(page)
  await page.goBack()
  await expect(row(page, /^Federal Capital Territory/)).toBeVisible()
  await expectInsideViewport(page)
  await page.goBack()
  await expect(groupsIn(page, 'Taraba')).toBeVisible()
  await page.getByRole('link', { name: 'Back to groups' }).click()
  await expect(page).toHaveURL('/group-list')
}
