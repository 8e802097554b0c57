import { join } from 'node:path'
import { runJobs } from '#api/jobs/runner.ts'
import { allJobs } from '#api/jobs/all-jobs.ts'
import { seedDemo } from '#api/seed/demo.ts'
import { testApp } from './test-app.ts'

/** The whole product for a browser: page, API, jobs at work, and the demo world in it. */
export async function startServer(options: { settings?: Record<string, string> } = {}) {
  const app = await testApp(options)
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
