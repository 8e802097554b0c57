import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { enter, test } from '../support/visit.ts'

test.describe('the splash', () => {
  test('stands for two seconds, loads the member meanwhile, and goes to User', async ({ page, token }) => {
    await enter(page, token)
    const profile = page.waitForResponse(/\/api\/user\/\d+$/)
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 1000)
    await page.goto('/loading')
    await expect(page.getByText('Weaving your square together…')).toBeVisible()
    await profile
    await page.clock.runFor(1999)
    await expect(page).toHaveTitle(/^Loading/)
    await expect(page).toHaveURL('/loading')
    await page.clock.runFor(1)
    await expect(page).toHaveURL('/user')
    await page.clock.resume()
    await expect(page.getByText('@hauwa.d').first()).toBeVisible()
  })

  test('what hangs on a slow line can be tried again after eight seconds', async ({ page, token }) => {
    await enter(page, token)
    await page.evaluate(() => sessionStorage.setItem('rootsquare.asked-for', '/settings?from=mail'))
    await page.clock.install()
    let isHanging = true
    await page.route('**/assets/settings-page-*.js', (route) => (isHanging ? undefined : route.continue()))
    await page.goto('/loading')
    await expect(page.getByText('Weaving your square together…')).toBeVisible()
    const retry = page.getByRole('button', { name: 'Retry' })
    await page.clock.runFor(4000)
    await expect(retry).toHaveCount(0)
    await page.clock.runFor(5000)
    await expect(retry).toBeVisible()
    await expect(page.getByText('This takes longer than it should.')).toBeVisible()
    await expectAccessibleState(page)
    isHanging = false
    await retry.click()
    await page.waitForURL('/settings?from=mail')
  })
})
