import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitUntil } from '#api/db/embedded/wait.ts'
import { compileCache, folderWithDatabase, serversIn } from '#api/test/processes/embedded-server.ts'
import { launchProduct, startProduct, type Product } from '#api/test/processes/product-process.ts'
import { timeLimits } from '#api/test/time-limits.ts'

const program = join(import.meta.dirname, '../../../../admin.mjs')

/** What `npm run admin` runs, with this text as its input. */
async function runAdmin(dataDir: string, args: string[], input = '') {
  const own = { PATH: process.env['PATH'], HOME: '/', DATA_DIR: dataDir }
  const child = spawn(process.execPath, [program, ...args], { env: { ...own, ...compileCache } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { code, output, password: /shown this once: {2}(\S+)/.exec(output)?.[1] }
}

async function logIn({ call }: Product, userSecret: string | undefined) {
  const { status, body } = await call('POST', '/login', { body: { username: 'superadmin', userSecret } })
  return { status, token: String(body.data?.['access_token']) }
}

test('gives the owner a way back in, while the product runs and while it does not', async () => {
  const dataDir = folderWithDatabase()
  const running = await startProduct(dataDir)
  const first = /shown this once: {2}superadmin {2}(\S+)/.exec(running.lines.join('\n'))?.[1]
  const { status, token } = await logIn(running, first)
  expect(status).toBe(200)
  const reset = ['reset-password', 'superadmin']
  const unanswered = await runAdmin(dataDir, reset)
  expect(unanswered.code, unanswered.output).toBe(1)
  expect(unanswered.output).toContain('Nothing was done.')
  const answered = await runAdmin(dataDir, reset, 'yes\n')
  expect(answered.code, answered.output).toBe(0)
  // Cached sessions end within a second.
  const statusOfToken = async () => (await running.call('GET', '/notifications/unread', { token })).status
  await expect.poll(statusOfToken).toBe(401)
  expect((await logIn(running, answered.password)).status).toBe(200)
  await running.end('SIGTERM')

  const both = await Promise.all([
    runAdmin(dataDir, ['set-email', 'superadmin', 'owner@example.com', '--yes']),
    runAdmin(dataDir, [...reset, '--yes']),
  ])
  expect(
    both.map(({ code }) => code),
    JSON.stringify(both),
  ).toEqual([0, 0])
  expect(await waitUntil(() => serversIn(dataDir).length === 0, timeLimits.expectation)).toBe(true)
  const open = { PUBLIC_URL: 'https://square.example', PAYMENTS: 'sandbox' }
  expect(await launchProduct(dataDir, open).url).toBe(open.PUBLIC_URL)
})
