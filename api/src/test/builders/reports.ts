import type { Insertable } from 'kysely'
import * as api from '@rootsquare/contract/reports'
import type { Tables } from '#api/db/schema.ts'
import { dataOf } from '#api/test/answer.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { reportThing } from '#api/test/builders/moderation.ts'
import { insertRow } from '#api/test/rows.ts'

type Signed = { token: string }
type One = { id: number }

/** The endpoint also sends messages, so this parses the reply for a report. */
const madeReport = { reply: api.Report }

/** Creates a report and expects success: `report(app, member, { postId })`. */
export const report = async (app: TestApp, by: Signed, target: object) =>
  dataOf(madeReport, await reportThing(app, by, target))

/** Inserted into the table, by default on the other member's profile. */
export async function buildReport(
  app: TestApp,
  reporter: One,
  reported: One,
  columns: Partial<Insertable<Tables['reports']>> = {},
): Promise<number> {
  const row = await insertRow(app.deps.db, 'reports', {
    reporter_id: reporter.id,
    reported_id: reported.id,
    target_type: 'user',
    target_id: reported.id,
    reason: 'Rude',
    snapshot: JSON.stringify({ username: 'as.it.stood' }),
    created_at: app.clock.now(),
    ...columns,
  })
  return row.id
}

type Query = Record<string, string | number>

export const askReports = (app: TestApp, { token }: Signed, query: Query = {}) =>
  app.call('GET', '/messaging/reported/post', { token, query })

export const reportsFor = async (app: TestApp, by: Signed, query: Query = {}) =>
  dataOf(api.listReports, await askReports(app, by, query))

export const resolve = (app: TestApp, { token }: Signed, id: number | string) =>
  app.call('PATCH', `/messaging/resolve/post/${id}`, { token })
