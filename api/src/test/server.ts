import { join } from 'node:path'
import { runJobs } from '#api/jobs/runner.ts'
import { allJobs } from '#api/all-jobs.ts'
import { seedDemo } from '#api/seed/demo.ts'
import { testApp } from './test-app.ts'

/** The whole product for a browser: page, API, jobs at work, and the demo world in it. */
export async function startServer({ settings }: { settings?: Record<string, string> } = {}) {
  // Empty is unset: the web app as it was built, or where WEB_DIR says.
  const app = await testApp({ settings: { WEB_DIR: process.env.WEB_DIR ?? '', ...settings } })
  await seedDemo(app.deps)
  const runner = await runJobs(app.deps, allJobs)
  return {
    url: app.url,
    outbox: join(app.folder, 'outbox'),
    clock: app.clock,
    mails: app.mails,
    async stop() {
      await runner.stop()
      await app.stop()
    },
  }
}
