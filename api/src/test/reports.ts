import type { Insertable } from 'kysely'
import * as api from '@rootsquare/contract/reports'
import type { Tables } from '#api/db/schema.ts'
import { dataOf } from './data-of.ts'
import type { TestApp } from './test-app.ts'

type Signed = { token: string }
type One = { id: number }

/** The call also sends messages; what comes back of a report is this. */
export const madeReport = { reply: api.Report }

/** A report that arrives: `report(app, member, { postId })`. */
export const report = async (app: TestApp, { token }: Signed, target: object) =>
  dataOf(
    madeReport,
    await app.call('POST', '/messaging/create', {
      token,
      body: { eventType: 'REPORT', reason: 'Sells what is not theirs', ...target },
    }),
  )

/** Straight into the table, on the other's profile unless told. */
export async function buildReport(
  app: TestApp,
  reporter: One,
  reported: One,
  given: Partial<Insertable<Tables['reports']>> = {},
): Promise<number> {
  const row = await app.deps.db
    .insertInto('reports')
    .values({
      reporter_id: reporter.id,
      reported_id: reported.id,
      target_type: 'user',
      target_id: reported.id,
      reason: 'Rude',
      snapshot: JSON.stringify({ username: 'as.it.stood' }),
      created_at: app.clock.now(),
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

type Query = Record<string, string | number>

export const askReports = (app: TestApp, { token }: Signed, query: Query = {}) =>
  app.call('GET', '/messaging/reported/post', { token, query })

export const reportsFor = async (app: TestApp, by: Signed, query: Query = {}) =>
  dataOf(api.listReports, await askReports(app, by, query))

export const resolve = (app: TestApp, { token }: Signed, id: number | string) =>
  app.call('PATCH', `/messaging/resolve/post/${id}`, { token })
