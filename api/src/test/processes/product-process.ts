import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { waitUntil } from '#api/db/embedded/wait.ts'
import { password } from '#api/test/builders/members.ts'
import { caller } from '#api/test/call.ts'
import { compileCache, serversIn } from '#api/test/processes/embedded-server.ts'
import { timeLimits } from '#api/test/time-limits.ts'

/** What `npm start`, the image and systemd run. */
const program = join(import.meta.dirname, '../../main.ts')
const publicUrl = 'http://localhost:3000'

/** The product in a separate process, with an embedded PostgreSQL in the folder. */
export function launchProduct(dataDir: string, more: Record<string, string> = {}) {
  const page = join(import.meta.dirname, '../page')
  const own = { PATH: process.env['PATH'], HOME: '/', DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: publicUrl }
  const quiet = { ...compileCache, DEMO: '0', RATE_LIMIT_SCALE: '0', LOG_LEVEL: 'silent', WEB_DIR: page }
  const child = spawn(process.execPath, [program], {
    env: { ...own, ...quiet, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const errors: string[] = []
  const ready = Promise.withResolvers<string>()
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    const url = /is ready:\s+(http\S+)/.exec(line)?.[1]
    if (url !== undefined) ready.resolve(url)
  })
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  void ended.then(() => ready.reject(new Error(`The product did not start. ${errors.join(' ')}`)))
  ready.promise.catch(() => {}) // for tests that only wait for its end
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await waitUntil(() => serversIn(dataDir).length === 0, timeLimits.expectation)
  })
  return {
    pid: child.pid,
    lines,
    errors,
    url: ready.promise,
    /** Its exit code. */
    ended,
    end(signal: 'SIGKILL' | 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

export async function startProduct(dataDir: string, more: Record<string, string> = {}) {
  const launched = launchProduct(dataDir, more)
  const url = await launched.url
  return { ...launched, url, call: caller(url) }
}

export type Product = Awaited<ReturnType<typeof startProduct>>

/** The URL of the embedded database, for direct queries. */
export function databaseIn(dataDir: string): string {
  return `postgresql://rootsquare@localhost:5432/rootsquare?host=${encodeURIComponent(join(dataDir, 'run'))}`
}

export function newcomer(username: string, groupId: number) {
  return {
    cipherCode: password,
    emailAddress: `${username}@example.com`,
    firstName: 'Adaeze',
    lastName: 'Nwosu',
    username,
    validationUrl: `${publicUrl}/mail-validate`,
    groupId,
    consent: true,
  }
}
