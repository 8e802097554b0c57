import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { Redis } from 'ioredis'
import { expect, onTestFinished, type TestContext } from 'vitest'

const isInstalled = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0

/** A real Redis for one test that can be killed, frozen and restarted. Without the program the test is skipped. */
export async function startRedis(context: TestContext) {
  if (!isInstalled) context.skip('redis-server is not installed')
  const port = await freePort()
  let server = await listen(port)
  onTestFinished(() => end(server))
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end(server),
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    async startAgain() {
      server = await listen(port)
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}

async function listen(port: number): Promise<ChildProcess> {
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    tmpdir(),
  ]
  const server = spawn('redis-server', settings, { stdio: 'ignore' })
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 20, maxRetriesPerRequest: null })
  client.on('error', () => {})
  expect(await client.ping()).toBe('PONG')
  client.disconnect()
  return server
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}
