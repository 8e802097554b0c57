import { join } from 'node:path'
import { runJobs } from '#api/jobs/runner.ts'
import { allJobs } from '#api/all-jobs.ts'
import { insertDemo } from '#api/seed/demo/demo.ts'
import { testApp } from '#api/test/test-app.ts'

type Options = {
  settings?: Record<string, string>
  /** Without the demo pictures it starts some seconds sooner. */
  withPictures?: boolean
}

/** The whole product for a browser: page, API, running jobs and demo data. */
export async function startServer({ settings, withPictures = false }: Options = {}) {
  // Empty means unset, so that the built web app or WEB_DIR is used.
  const app = await testApp({
    asShipped: true,
    settings: { WEB_DIR: process.env.WEB_DIR ?? '', ...settings },
  })
  const storePictures = await insertDemo(app.deps)
  if (withPictures) await storePictures()
  const runner = await runJobs(app.deps, allJobs)
  return {
    url: app.url,
    databaseUrl: app.databaseUrl,
    outbox: join(app.folder, 'outbox'),
    clock: app.clock,
    mails: app.mails,
    async stop() {
      await runner.stop()
      await app.stop()
    },
  }
}

/** Another node on the data of a server, which can stop and be replaced. */
export async function startNode({ databaseUrl }: { databaseUrl: string }) {
  const settings = { WEB_DIR: process.env.WEB_DIR ?? '' }
  const { url, stop } = await testApp({ asShipped: true, sameDatabaseAs: { url: databaseUrl }, settings })
  return { url, stop }
}
