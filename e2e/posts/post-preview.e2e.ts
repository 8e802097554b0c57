import { expect } from '../support/fixtures.ts'
import { quarters } from '../support/pictures.ts'
import { expectAccessibleScreen, test } from '../support/visit.ts'

type Written = { id: number; caption: string }

async function writePost(url: string, token: string): Promise<Written> {
  const headers = { authorization: `Bearer ${token}` }
  const form = new FormData()
  form.append('upload_preset', 'rootsquare')
  form.append('file', new Blob([new Uint8Array(quarters(1200, 900))]), 'cloth.png')
  const sent = await fetch(`${url}/api/media/upload`, { method: 'POST', headers, body: form })
  const { secure_url: postImage }: { secure_url: string } = await sent.json()
  const caption = `Ẹ káàbọ̀ to the square\nA word without an end ${'a'.repeat(80)}`
  const body = JSON.stringify({ caption, postImageDTO: [{ postImage, alt: 'A plain cloth' }] })
  const type = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/post/user/create`, {
    method: 'POST',
    headers: { ...headers, ...type },
    body,
  })
  const { data }: { data: Written } = await answer.json()
  return data
}

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false })

  test('a post can be read by whoever runs none', async ({ page, server, token }) => {
    const { id } = await writePost(server.url, token)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`/post/${id}`)
    await expect(page).toHaveTitle(/ on Rootsquare$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Ẹ káàbọ̀ to the square')).toBeVisible()
    const shown = page.getByRole('img', { name: 'A plain cloth' })
    await expect(shown).toBeVisible()
    const box = await shown.boundingBox()
    expect(box && box.x + box.width).toBeLessThanOrEqual(320)
    expect(box && box.width / box.height).toBeCloseTo(4 / 3, 1)
    const wayIn = page.getByRole('link', { name: 'Create your account on Rootsquare' })
    expect((await wayIn.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await wayIn.click()
    await expect(page).toHaveURL(/\/signup$/)
  })
})

test('the app takes the place of what was there before it', async ({ page, server, token }) => {
  const { id } = await writePost(server.url, token)
  // Held until the page has been looked at as it came.
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/post/${id}`, { waitUntil: 'commit' })
  const preview = page.locator('.preview')
  await expect(preview.getByRole('img', { name: 'A plain cloth' })).toBeVisible()
  await expectAccessibleScreen(page, 'before any script')
  held.resolve()
  await expect(preview).toHaveCount(0)
})

test('a post that is not there is the app with a 404', async ({ page }) => {
  const answer = await page.goto('/post/987654321')
  expect(answer?.status()).toBe(404)
  await expect(page.locator('.preview')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'This post is not here any more' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to sign in' })).toBeVisible()
})
