import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleScreen } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { groupNamed, join, leave, onGroup, postIn } from '../support/in-groups.ts'
import { dialog, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { as, cardOf } from '../support/on-posts.ts'
import { untilStable, enter, navigateInApp, pressKeys, pressTo, test } from '../support/visit.ts'

test('a member joins, writes, leaves and joins again by keyboard', async ({ page, server }) => {
  const hauwa = await as(server, 'hauwa.d')
  const { id } = await groupNamed(hauwa.api, 'Anaguta')
  await leave(hauwa.api, id)
  await enter(page, hauwa.token, `/group/${id}`)
  const group = onGroup(page)
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await expect(group.invitation).toBeVisible()
  await group.join.press('Enter')
  await expectSnackbar(page, 'You have joined Anaguta')
  await expect(group.leave).toBeFocused()
  await group.composer.getByRole('textbox').focus()
  const caption = `Millet beer at Lamingo ${Date.now()}`
  await page.keyboard.type(caption)
  await group.composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(cardOf(page, caption)).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(cardOf(page, caption)).toContainText('Anaguta')
  await page.goBack()
  // The page takes the focus once it is shown.
  await expect(cardOf(page, caption)).toBeVisible()
  await expect(page).toHaveURL(`/group/${id}`)
  await expect(page.getByRole('main')).toBeFocused()

  const question = dialog(page, 'Leave Anaguta?')
  await group.leave.focus()
  await pressTo(question.getByRole('button', { name: 'Cancel' }), 'Enter')
  await pressTo(group.leave, 'Escape')
  await untilSettled(page)
  await pressTo(question.getByRole('button', { name: 'Cancel' }), 'Enter')
  await pressKeys(page, 'Tab', 'Enter')
  await expectSnackbar(page, 'You have left Anaguta')
  await expect(page).toHaveURL('/group-list')
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(group.count).toHaveText('0 members')
  await expect(group.composer).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await group.back.focus()
  await pressTo(group.share, 'Tab')
  await pressTo(group.count, 'Tab')
  await pressTo(group.join, 'Tab')
  await pressTo(group.leave, 'Enter')
  await expect(group.count).toHaveText('1 member')
  await pressTo(group.tab('Feed'), 'Tab')
  await pressKeys(page, 'Tab', 'Tab', 'Enter')
  await expect(page).toHaveURL(`/group/${id}/history`)
  await expect(group.tab('History')).toBeFocused()
  await expect(group.tab('History')).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(cardOf(page, caption)).toBeVisible()
  await expect(page.locator('body[data-same-page]')).toHaveCount(1)
  await expectAccessibleScreen(page)
  await test.step('tabs stay in sight, and Back leads to the same place in the feed', () =>
    scrollFeed(page, hauwa.api))
})

async function scrollFeed(page: Page, api: APIRequestContext): Promise<void> {
  const { id } = await groupNamed(api, 'Ham')
  await join(api, id)
  for (let at = 0; at < 14; at += 1) await postIn(api, id, `Harvest ${at}\n${'Words\n'.repeat(at % 5)}`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await navigateInApp(page, `/group/${id}`)
  const group = onGroup(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(group.title).toHaveCSS('font-size', '40px')
  // The posts in sight are painted first.
  await expect(page.getByText('Harvest 6')).toBeAttached()
  const room = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await expect.poll(room).toBeGreaterThan(1500)
  await page.mouse.move(500, 400)
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
  await expect.poll(async () => (await group.tab('Feed').boundingBox())?.y).toBe(71)
  const topOf = async (caption: string) => (await page.getByText(caption).first().boundingBox())?.y ?? 0
  const before = await untilStable(page, () => topOf('Harvest 6'))
  await group.tab('History').click()
  await expect(page.getByRole('article', { name: 'History' })).toBeVisible()
  await page.goBack()
  await expect.poll(async () => Math.abs((await topOf('Harvest 6')) - before)).toBeLessThan(2)

  await group.tab('Members').click()
  await expect(page.getByRole('list', { name: 'members' })).toBeVisible()
  await expect(group.tab('Members')).toBeInViewport()
  const search = page.getByRole('searchbox', { name: 'Search members' })
  await expect.poll(async () => (await search.boundingBox())?.y).toBeGreaterThan(120)

  await page.setViewportSize({ width: 360, height: 740 })
  await navigateInApp(page, `/group/${id}/festivals`)
  await expect(group.tab('Festivals')).toBeInViewport({ ratio: 1 })
  await expect(group.tab('Feed')).not.toBeInViewport()
  await group.tab('Feed').click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(group.tab('Feed')).toBeInViewport({ ratio: 1 })
  await expect(group.title).toHaveCSS('font-size', '28px')
  await expect(page.getByRole('region', { name: 'About' })).toHaveCount(0)
  // The header has collapsed to the name above the tabs.
  await expect.poll(room).toBeGreaterThan(800)
  await page.mouse.wheel(0, 800)
  await expect(group.tab('Feed')).not.toBeInViewport()
  await page.mouse.wheel(0, -100)
  await expect.poll(async () => (await group.tab('Feed').boundingBox())?.y).toBe(107)
  await expect(group.title).not.toBeInViewport()
  await expect(page.locator('p').filter({ hasText: /^Ham$/ })).toBeInViewport({ ratio: 1 })
}
