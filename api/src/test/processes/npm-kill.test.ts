import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { waitUntil } from '#api/db/embedded/wait.ts'
import {
  compileCache,
  folderWithDatabase,
  freshFolder,
  isGone,
  serversIn,
} from '#api/test/processes/embedded-server.ts'
import { timeLimits } from '#api/test/time-limits.ts'

const root = join(import.meta.dirname, '../../../..')
const Manifest = z.object({ scripts: z.record(z.string(), z.string()) })
const { scripts } = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** Runs the line of `npm start`, without a terminal, in a folder of its own and without a build of the web app. */
async function npmStart(dataDir: string) {
  const folder = freshFolder()
  const start = scripts['start']?.replace('scripts/start.mjs', join(root, 'api/src/main.ts'))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'started', version: '1.0.0', scripts: { start } }),
  )
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
      WEB_DIR: join(import.meta.dirname, '../page'),
      ...compileCache,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => void npm.once('exit', () => resolve()))
  await new Promise<void>((resolve) => {
    createInterface(npm.stdout).on('line', (line) => line.includes('is ready') && resolve())
    void ended.then(resolve)
  })
  const product = Number(readFileSync(join(dataDir, 'db.owner'), 'utf8'))
  onTestFinished(async () => {
    if (npm.pid && !(await isGone(product))) process.kill(-npm.pid, 'SIGKILL')
  })
  return { npm, product, ended }
}

// npm passes the first on to its script. With the second it ends alone.
test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s of npm start ends the product and its database',
  async (signal) => {
    const dataDir = folderWithDatabase()
    const { npm, product, ended } = await npmStart(dataDir)
    expect(serversIn(dataDir).length).toBeGreaterThan(0)
    npm.kill(signal)
    await ended
    expect(await isGone(product)).toBe(true)
    expect(await waitUntil(() => serversIn(dataDir).length === 0, timeLimits.expectation)).toBe(true)
  },
)
