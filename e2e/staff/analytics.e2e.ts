import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expectAccessibleScreen,
  expectAccessibleState,
  expectInsideViewport,
  expectNoAxeViolations,
} from '../support/accessible.ts'
import { expect, type Server } from '../support/fixtures.ts'
import { groupNamed, postIn } from '../support/in-groups.ts'
import { closeByBack, untilSettled } from '../support/in-settings.ts'
import { follow, signUpMember, writePost, type Member } from '../support/members.ts'
import { writeComment } from '../support/on-posts.ts'
import { untilStable, delayResponses, enter, navigateInApp, pressTo, test } from '../support/visit.ts'

const hourMs = 3_600_000
const shortDay = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium', timeZone: 'UTC' })

/** In Lagos, which is an hour ahead of UTC. */
const today = () => new Date(Date.now() + hourMs).toISOString().slice(0, 10)
const todayText = () => shortDay.format(new Date(today()))

const title = (page: Page) => page.getByRole('heading', { level: 1 })

function onChart(page: Page, name: string) {
  const card = page.getByRole('region', { name, exact: true })
  const table = card.getByRole('table', { name })
  return {
    card,
    bars: card.getByRole('slider', { name: `${name}, bar by bar` }),
    rows: table.locator('tbody tr'),
    showAs: card.getByRole('button', { name: /^Show as / }),
    download: card.getByRole('button', { name: /^Download CSV/ }),
  }
}

function onToolbar(page: Page) {
  return {
    granularity: (name: 'Daily' | 'Weekly' | 'Monthly') =>
      page.getByRole('group', { name: 'Granularity' }).getByRole('radio', { name }),
    start: page.getByLabel('Start date', { exact: true }),
    end: page.getByLabel('End date', { exact: true }),
    compare: page.getByRole('switch', { name: 'Compare with the period before' }),
    calendar: page.getByRole('dialog'),
  }
}

/** A member with two followers, one followed, two posts, three comments and a like, all of today. */
async function memberWithFigures(server: Server): Promise<{ member: Member; fan: Member }> {
  const [member, fan, other] = [
    await signUpMember(server),
    await signUpMember(server),
    await signUpMember(server),
  ]
  const group = await groupNamed(member.api, 'Igala')
  const post = await writePost(member, 'The first')
  await postIn(member.api, group.id, 'The second')
  await Promise.all([follow(fan, member), follow(other, member), follow(member, fan)])
  expect((await fan.api.post(`/api/post/like/${post}`)).ok()).toBe(true)
  for (const text of ['One', 'Two', 'Three']) await writeComment(other.api, post, text)
  return { member, fan }
}

test('a member reads their own figures bar by bar, as a table and as a file', async ({ page, server }) => {
  const { member, fan } = await memberWithFigures(server)
  const { release } = await delayResponses(page, '**/api/user/*/follows?*')
  await enter(page, member.token, '/profile')
  await page.getByRole('link', { name: 'View your analytics' }).click()
  await expect(page).toHaveURL(`/user-analytics/${member.id}`)
  await expect(title(page)).toHaveText(`${member.username}'s Analytics`)
  await expect(page.getByText('0 days active')).toBeVisible()
  await expect(onChart(page, 'Received Comments').card).toContainText(/3 ▲ Up 100\.00%Average per day 0\.1/)
  const following = onChart(page, 'Following').card
  await expect(following).toHaveAttribute('aria-busy', 'true')
  const heightOf = async () => (await following.boundingBox())?.height
  const height = await untilStable(page, heightOf)
  await release()
  await expect(following).toHaveAttribute('aria-busy', 'false')
  expect(await untilStable(page, heightOf), 'nothing jumps').toBe(height)
  const totals = page.getByRole('region', { name: 'Totals' }).getByRole('definition')
  await expect(totals).toHaveText([/^2 ▲ Up 100/, /^1 ▲/, /^2 ▲/, /^1 ▲/])

  const followers = onChart(page, 'Followers')
  await followers.bars.focus()
  await expect(followers.bars).toHaveAttribute('aria-valuetext', `${todayText()}: 2`)
  await page.keyboard.press('ArrowLeft')
  await expect(followers.bars).toHaveAttribute('aria-valuetext', /: 0$/)
  await expect(followers.card.locator('figure strong')).toHaveText('0')
  await page.keyboard.press('Escape')
  await expect(followers.bars).toHaveAttribute('aria-valuetext', `${todayText()}: 2`)
  await followers.showAs.press('Enter')
  await expect(followers.rows.last()).toHaveText(`${todayText()}2`)
  const [file] = await Promise.all([page.waitForEvent('download'), followers.download.click()])
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^followers-${member.username}-[\\d-]{10}-${today()}-daily\\.csv$`),
  )
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength((await followers.rows.count()) + 2)
  expect([lines[0], lines.at(-2)]).toEqual(['Date,Followers', `${today()},2`])

  await test.step('days are chosen by keyboard and on a phone, and Back restores them', () =>
    chooseDays(page, member))
  await onToolbar(page).compare.press('Space')
  await expect(page).toHaveURL(/\?compare=1$/)
  await expect(onChart(page, 'Posts').card).toContainText('Before: 0, 0.0 per day')
  await expectAccessibleScreen(page)
  await navigateInApp(page, `/user-analytics/${fan.id}`)
  await expect(title(page)).toHaveText('You cannot open this page')
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/user')
})

// All keys of the calendar: calendar.test.tsx.
async function chooseDays(page: Page, member: Member): Promise<void> {
  const { granularity, start, end, calendar } = onToolbar(page)
  const dayNamed = (name: string) => calendar.getByRole('button', { name, exact: true })
  await navigateInApp(page, `/user-analytics/${member.id}?start=2026-03-01&end=2026-03-31`)
  await expect(start).toHaveValue('1 Mar 2026')
  await start.focus()
  await pressTo(dayNamed('1 March 2026'), 'Enter')
  await page.keyboard.press('Escape')
  await untilSettled(page)
  await expect(start).toBeFocused()
  await expect(start).toHaveValue('1 Mar 2026')
  await pressTo(dayNamed('1 March 2026'), 'Enter')
  await pressTo(dayNamed('1 February 2026'), 'PageUp')
  await page.keyboard.press('Enter')
  await expect(start).toHaveValue('1 Feb 2026')
  await expect(start).toBeFocused()
  await expect(page).toHaveURL(/\?start=2026-02-01&end=2026-03-31$/)
  await untilSettled(page)
  await page.goBack()
  await expect(calendar).toHaveCount(0)
  await expect(start).toHaveValue('1 Mar 2026')

  await end.click()
  await expect(dayNamed('31 March 2026')).toBeFocused()
  await closeByBack(page)
  await expect(calendar).toHaveCount(0)
  await expect(end).toBeFocused()
  // A last day before the first day moves the first day, so that the number of days stays.
  await end.click()
  await calendar.getByLabel('Year').selectOption('2025')
  await dayNamed('1 March 2025').click()
  await expect(end).toHaveValue('1 Mar 2025')
  await expect(start).toHaveValue('30 Jan 2025')
  await expect(page).toHaveURL(/\?start=2025-01-30&end=2025-03-01$/)

  // One step back restores the days, whatever else was changed since.
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(end).toHaveValue(todayText())
  await granularity('Daily').focus()
  await pressTo(granularity('Weekly'), 'ArrowRight')
  await expect(page).toHaveURL(new RegExp(`\\?start=[\\d-]{10}&end=${today()}&granularity=weekly$`))
  await page.goBack()
  await expect(start).toHaveValue('30 Jan 2025')
  await expect(granularity('Daily')).toBeChecked()

  // Too many days to show any chart, which keeps the check of the calendar short.
  await navigateInApp(page, `/user-analytics/${member.id}?start=2018-01-01&end=2026-01-01`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await start.click()
  await expect(calendar).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await expectInsideViewport(page)
  await calendar.getByLabel('Year').selectOption('2025')
  await dayNamed('30 January 2025').click()
  await expect(start).toHaveValue('30 Jan 2025')
  await expect(end).toHaveValue('1 Jan 2026')
  await untilSettled(page)
  await navigateInApp(page, `/user-analytics/${member.id}`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}
