import { sql } from 'kysely'
import { expectOk } from '#api/test/answer.ts'
import type { Answer, startPushService } from '#api/test/fakes/push.ts'
import type { TestApp } from '#api/test/test-app.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

/** Subscribes a browser of the member, whose first pushes get these answers. */
export async function subscribeBrowser(
  app: TestApp,
  service: PushService,
  { token }: { token: string },
  ...answers: Answer[]
) {
  const browser = service.subscribe(...answers)
  const { endpoint, keys } = browser
  expectOk(await app.call('POST', '/push/subscription', { token, body: { endpoint, keys } }))
  return browser
}

/** Makes jobs due that wait for a later time or their next try, and runs them. */
export async function runLaterJobs(app: TestApp): Promise<void> {
  const ids = sql`array(select id from graphile_worker.jobs)`
  await sql`select graphile_worker.reschedule_jobs(${ids}, now())`.execute(app.deps.db)
  await app.runJobs()
}
