import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { uploadPicture, writeWith } from '../support/feed-fixture.ts'
import { apiOf } from '../support/members.ts'
import { test } from '../support/visit.ts'

async function writePost(url: string, token: string): Promise<number> {
  const member = { api: await apiOf(url, token) }
  const { secure_url: postImage } = await uploadPicture(member, 400, 300)
  const caption = `Ẹ káàbọ̀ to the square\nA word without an end ${'a'.repeat(80)}`
  return writeWith(member, caption, [{ postImage, alt: 'A plain cloth' }])
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a post can be read without scripts', async ({ page, server, token }) => {
    const id = await writePost(server.url, token)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`/post/${id}`)
    await expect(page).toHaveTitle(/ on Rootsquare$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Ẹ káàbọ̀ to the square')).toBeVisible()
    const shown = page.getByRole('img', { name: 'A plain cloth' })
    await expect(shown).toBeVisible()
    await expect(async () => {
      const box = await shown.boundingBox()
      expect(box && box.x + box.width).toBeLessThanOrEqual(320)
      expect(box && box.width / box.height).toBeCloseTo(4 / 3, 1)
    }).toPass()
    const signUp = page.getByRole('link', { name: 'Create your account on Rootsquare' })
    await expect.poll(async () => (await signUp.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await signUp.click()
    await expect(page).toHaveURL(/\/signup$/)
  })
})

test('the app replaces the preview of a post', async ({ page, server, token }) => {
  const id = await writePost(server.url, token)
  // Scripts are blocked until the page has been checked as it was served.
  const blocked = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await blocked.promise
    await route.continue()
  })
  await page.goto(`/post/${id}`, { waitUntil: 'commit' })
  const preview = page.locator('.preview')
  await expect(preview.getByRole('img', { name: 'A plain cloth' })).toBeVisible()
  await expectAccessibleScreen(page, 'before any script')
  blocked.resolve()
  await expect(preview).toHaveCount(0)
})
