import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../../api/src/test/processes/embedded-server.ts'
import { readArguments } from './arguments.mjs'
import { freePorts, planLayout } from './ports.mjs'
import { missingMessage } from './programs.mjs'
import { openSupervisor } from './supervisor.mjs'

test('reads the arguments of the command', () => {
  expect(readArguments([])).toEqual({ mayInstall: false, isKept: false, hasDemo: true, wantsHelp: false })
  expect(readArguments(['--install', '--keep', '--without-demo'])).toMatchObject({
    mayInstall: true,
    isKept: true,
    hasDemo: false,
  })
})

test('rejects an unknown argument', () => {
  expect(() => readArguments(['--instal'])).toThrow(/--instal/)
})

test('says which packages to install', () => {
  expect(missingMessage(['patroni', 'haproxy'])).toMatch(/--no-install-recommends patroni haproxy$/)
})

test('skips a port that is in use', async () => {
  const [port] = await freePorts(1)
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  expect(await freePorts(2, port)).not.toContain(port)
})

test('gives every process a name and a port of its own', async () => {
  const layout = await planLayout({ nodes: 3, workers: 2 })
  const names = [...layout.nodes, ...layout.workers].map(({ name }) => name)
  expect(names).toEqual(['node-1', 'node-2', 'node-3', 'worker-1', 'worker-2'])
  const ports = Object.values(layout)
    .flat()
    .flatMap((entry) => Object.values(entry).filter((value) => typeof value === 'number'))
  expect(new Set(ports).size).toBe(ports.length)
})

test('restarts a killed process, but not a stopped one', async () => {
  const supervisor = openSupervisor({ logFolder: freshFolder() })
  const program = { name: 'sleeper', command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'] }
  await supervisor.start({ ...program, env: {}, isReady: () => true })
  const sleeper = supervisor.processes.get('sleeper')
  const first = sleeper.pid
  await supervisor.kill('sleeper')
  await expect.poll(() => sleeper.restarts).toBe(1)
  expect(sleeper.pid).not.toBe(first)
  await supervisor.stop('sleeper')
  expect(() => process.kill(sleeper.pid, 0)).toThrow(/ESRCH/)
})
