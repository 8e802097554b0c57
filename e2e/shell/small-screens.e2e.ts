import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { groupNamed } from '../support/in-groups.ts'
import { as, cardOf, onComments, openPost, postOf, writeComment } from '../support/on-posts.ts'
import { enter, navigateInApp, test, untilStable } from '../support/visit.ts'

const top = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
const bottom = async (element: Locator) => {
  const box = await element.boundingBox()
  return box === null ? Number.NaN : box.y + box.height
}
const bars = (page: Page) => [page.getByRole('banner'), page.getByRole('navigation', { name: 'Quick links' })]

async function expectBars(page: Page, areThere: boolean): Promise<void> {
  for (const bar of bars(page))
    await (areThere ? expect(bar).toBeInViewport({ ratio: 1 }) : expect(bar).not.toBeInViewport())
}

test('on a phone the content begins high, and the bars leave with a scroll down', async ({
  page,
  server,
}) => {
  const hauwa = await as(server, 'hauwa.d')
  const { id } = await groupNamed(hauwa.api, 'Hausa')
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, hauwa.token, '/user')
  await expect.poll(() => top(page.getByRole('article').first())).toBeLessThanOrEqual(200)
  const room = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await expect.poll(room).toBeGreaterThan(1500)
  await page.mouse.move(180, 400)
  await expect(async () => {
    await page.mouse.wheel(0, 700)
    await expectBars(page, false)
  }).toPass()
  await page.mouse.wheel(0, -60)
  await expectBars(page, true)
  await page.mouse.wheel(0, 300)
  await expectBars(page, false)
  await page.keyboard.press('Tab')
  await expectBars(page, true)

  await navigateInApp(page, `/group/${id}/history`)
  await expect.poll(() => top(page.getByRole('article', { name: 'History' }))).toBeLessThanOrEqual(300)
  await expect(page.getByRole('region', { name: 'More about Hausa' }).getByRole('link')).toHaveCount(5)
  await navigateInApp(page, '/marketplace')
  await expect
    .poll(() => top(page.getByRole('list', { name: 'Items', exact: true }).getByRole('listitem').first()))
    .toBeLessThanOrEqual(200)
})

test('a keyboard leaves the answered comment above the field', async ({ page, server }) => {
  const texts = Array.from({ length: 9 }, (_, at) => `Answer ${at}`)
  const { token, id } = await postOf(server, 'karo.efe', 'A long evening at Abraka\n'.repeat(8), texts)
  await page.setViewportSize({ width: 360, height: 740 })
  await openPost(page, token, id)
  const { row, field } = onComments(page)
  await row('Answer 6')
    .getByRole('button', { name: /^Reply/ })
    .click()
  await expect(field).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 340 })
  const reply = page.getByRole('textbox', { name: 'Write a reply' })
  const form = page.locator('form').filter({ has: reply })
  await expect(reply).toBeFocused()
  await expectBars(page, false)
  await expect.poll(() => bottom(form)).toBe(340)
  const answered = page.locator('[data-comment]').filter({ hasText: 'Answer 6' })
  await expect(async () => {
    expect(await top(answered)).toBeGreaterThanOrEqual(0)
    expect(await bottom(answered)).toBeLessThanOrEqual(await top(form))
  }).toPass()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectBars(page, true)
})

test('See all leads to the comments, and Back to the same place', async ({ page, server }) => {
  const caption = `Seven pots\n${'Clay\n'.repeat(30)}`
  const { token, api, id } = await postOf(server, 'karo.efe', caption)
  for (let at = 0; at < 6; at += 1) await writeComment(api, id, `A word ${at}\n${'More\n'.repeat(4)}`)
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, token, '/profile')
  const all = cardOf(page, 'Seven pots').getByRole('link', { name: 'See all' })
  await all.scrollIntoViewIfNeeded()
  const before = await untilStable(page, () => page.evaluate(() => scrollY))
  await all.click()
  const heading = page.getByRole('heading', { name: 'Comments' })
  await expect(heading).toBeFocused()
  await expect.poll(() => top(heading)).toBeLessThan(150)
  await page.goBack()
  await expect(all).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})
