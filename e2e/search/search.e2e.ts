import { expectAccessibleState, expectInsideViewport } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { atHome, enter, test } from '../support/visit.ts'

// Results, recent searches and failures are tested in search.test.tsx and in the api.
test('the search opens by a key, tolerates a typo, and Back returns to the last tab', async ({
  page,
  token,
}) => {
  await enter(page, token, '/user')
  await expect(atHome(page)).toBeVisible()
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Search' })
  await expect(field).toBeFocused()
  await page.keyboard.type('yorubba')
  const groups = page.getByRole('region', { name: 'Groups' })
  await expect(groups.getByRole('link', { name: /^Yoruba/ })).toBeVisible()
  await expect(field).toBeFocused()
  await expectAccessibleState(page)
  await field.fill('a')
  await expect(page).toHaveURL('/search?q=a')
  await page.getByRole('link', { name: 'See all people' }).click()
  await expect(page).toHaveURL('/search?q=a&tab=people')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('region', { name: 'People' })).toBeVisible()
  await expectInsideViewport(page)
  await page.goBack()
  await expect(page).toHaveURL('/search?q=a')
  await expect(page.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'page')
})
