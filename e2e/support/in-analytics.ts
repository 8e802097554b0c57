import { readFile } from 'node:fs/promises'
import type { Locator, Page, Route } from '@playwright/test'
import { expect } from './fixtures.ts'
import { groupNamed, postIn } from './in-groups.ts'
import { follow, joinSquare, writePost } from './members.ts'
import type { Member } from './members.ts'
import { writeComment } from './on-posts.ts'

type Server = Parameters<typeof joinSquare>[0]
type Made = { value: number; growthRate?: number }

const dayLength = 86_400_000
const shortDay = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'UTC' })

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** Of Lagos, which is an hour ahead. */
export const today = () => dayOf(Date.now() + 3_600_000)

/** '3 Mar 2027' and '3 March 2027' */
export const shortText = (day: string) => shortDay.format(new Date(day))
export const longText = (day: string) => longDay.format(new Date(day))

async function like(member: Member, postId: number): Promise<void> {
  expect((await member.api.post(`/api/post/like/${postId}`)).ok()).toBe(true)
}

/** A member of whom everything is known that was ever done by them or to them, all of it today. */
export async function knownMember(server: Server) {
  const [member, fan, other] = await Promise.all([1, 2, 3].map(() => joinSquare(server)))
  if (member === undefined || fan === undefined || other === undefined) throw new Error('Nobody came')
  const group = await groupNamed(member.api, 'Igala')
  const own = await writePost(member, 'Known to be the first')
  await postIn(member.api, group.id, 'Known to be the second')
  const theirs = await writePost(fan, 'By a fan')
  await Promise.all([
    ...[fan, other].map((one) => follow(one, member)),
    follow(member, fan),
    like(fan, own),
    like(member, theirs),
    writeComment(member.api, theirs, 'Well said'),
  ])
  for (const words of ['One', 'Two', 'Three']) await writeComment(other.api, own, words)
  return { member, fan }
}

/** What the server would say of a range, were every bucket of it that high. */
export const made =
  (tell: (start: string) => Made) =>
  async (route: Route): Promise<void> => {
    const { searchParams: asked } = new URL(route.request().url())
    const [start, end] = [asked.get('startDate') ?? '', asked.get('endDate') ?? '']
    const { value, growthRate = 0 } = tell(start)
    const days = (Date.parse(end) - Date.parse(start)) / dayLength + 1
    const trend = Array.from({ length: days }, (_, at) => ({
      date: dayOf(Date.parse(start) + at * dayLength),
      value,
    }))
    const data = { total: value * days, growthRate, average: value, trend }
    await route.fulfill({ json: { data, status: 200, message: 'OK' } })
  }

/** Total, growth and average at the head of a chart, and no longer total that ends alike. */
export const headOf = (total: number, growth: string, average: string) =>
  new RegExp(`(?<!\\d)${total} ${growth}%Average per day ${average}`.replaceAll('.', '\\.'))

export function onChart(page: Page, title: string) {
  const card = page.getByRole('region', { name: title, exact: true })
  return {
    card,
    bars: card.getByRole('slider', { name: `${title}, bar by bar` }),
    days: card.locator('figure time'),
    table: card.getByRole('table', { name: title }),
    rows: card.getByRole('table', { name: title }).locator('tbody tr'),
    turn: card.getByRole('button', { name: /^Show as / }),
    download: card.getByRole('button', { name: /^Download CSV/ }),
  }
}

export function onToolbar(page: Page) {
  return {
    granularity: (name: 'Daily' | 'Weekly' | 'Monthly') =>
      page.getByRole('group', { name: 'Granularity' }).getByRole('radio', { name }),
    start: page.getByLabel('Start date', { exact: true }),
    end: page.getByLabel('End date', { exact: true }),
    compare: page.getByRole('switch', { name: 'Compare with the time before' }),
    calendar: page.getByRole('dialog'),
  }
}

export async function downloaded(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}
