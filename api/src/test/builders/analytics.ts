import { expect } from 'vitest'
import * as api from '@rootsquare/contract/analytics'
import { foldDaysByTheMinute } from '#api/features/analytics/fold-days.ts'
import { recountDays } from '#api/features/analytics/recount.ts'
import { dataOf } from '#api/test/answer.ts'
import type { TestApp } from '#api/test/test-app.ts'

type Signed = { token: string }
type Query = Record<string, string>

/** A new token, because older ones may have expired at that time. */
export function moveTo({ clock }: TestApp, moment: string): void {
  clock.move(new Date(moment).getTime() - clock.now().getTime())
}

export const foldNow = ({ deps }: TestApp) => foldDaysByTheMinute.run(deps, {})

/** Days whose count differs from the counted rows. */
export const dayDrift = ({ deps }: TestApp) => recountDays(deps.db)

export const fetchSeries = (app: TestApp, { token }: Signed, path: string, query: Query = {}) =>
  app.call('GET', path, { token, query })

export const readSeries = async (app: TestApp, by: Signed, path: string, query: Query = {}) =>
  dataOf(api.userPosts, await fetchSeries(app, by, path, query))

export const figuresOf = {
  user: 'followers follows posts group-posts given-comments received-comments given-likes received-likes logins',
  groups: 'membership posts comments likes',
  system: 'signups logins posts group-memberships bans suspensions',
} as const

/** All figures of a member, a group or the system, with the days that have a value: `02-28 2, 02-29 1`. */
export async function readFigures(
  app: TestApp,
  by: Signed,
  whose: `user/${number}` | `groups/${number}` | 'system',
  query: Query,
): Promise<Record<string, string>> {
  const [kind = ''] = whose.split('/')
  const names = (new Map(Object.entries(figuresOf)).get(kind) ?? '').split(' ')
  const read = names.map(async (name) => {
    const { total, trend } = await readSeries(app, by, `/${whose}/${name}`, query)
    expect(trend.reduce((sum, { value }) => sum + value, 0)).toBe(total)
    const days = trend.filter(({ value }) => value !== 0)
    return [name, days.map(({ date, value }) => `${date.slice(5)} ${value}`).join(', ')]
  })
  return Object.fromEntries(await Promise.all(read))
}
