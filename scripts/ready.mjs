// This runs before every npm command, on any Node and without a single package installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { portErrorText } from './install/free-port.mjs'
import { readIfPresent, withLock } from './install/install-lock.mjs'
import {
  hasNodePackage,
  isPinnedNodeUsed,
  libcName,
  linkPinnedNode,
  oldNodeMessage,
} from './install/pinned-node.mjs'
import { withProgress } from './progress.mjs'
import { stopWithSignal } from './stop-with-signal.mjs'

const MODES = ['start', 'dev', 'test', 'admin', 'backup', 'restore', 'cluster']
/** Lists the modes that use a fixed port. The others use free ports or none. */
const LISTENING_MODES = ['start', 'dev']
const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.rootsquare-installed')
const npmTreeFile = join(modules, '.package-lock.json')
const underwayFile = join(root, '.cache', 'install-underway')

await main(process.argv[2])

async function main(mode) {
  if (!MODES.includes(mode)) stop(`Usage: node scripts/ready.mjs ${MODES.join('|')}`)
  stopIf(oldNodeMessage({ version: process.version, canInstall: hasNodePackage() }))
  if (LISTENING_MODES.includes(mode)) {
    // The variables are not added to our own environment, because npm and install scripts must not see the product's secrets.
    const fromFile = parseEnv(readIfPresent(join(root, '.env')) ?? '')
    stopIf(await portErrorText({ ...fromFile, ...process.env }))
  }
  await installPackages(mode).catch((error) => stop(adviceFor(error)))
  stopIf(oldNodeMessage({ version: process.version, canInstall: isPinnedNodeUsed(modules) }))
}

async function installPackages(mode) {
  if (readIfPresent(stampFile) !== fingerprint())
    await withLock(join(root, '.cache', 'install.lock'), {
      whileWaiting: (wait) => withProgress('Waiting for another start that is installing the packages', wait),
      work: (onChild) => installIfStale(mode, onChild),
    })
  linkPinnedNode(modules)
}

async function installIfStale(mode, onChild) {
  const wanted = fingerprint()
  if (readIfPresent(stampFile) === wanted) return
  // After an interrupted install the whole tree is reinstalled.
  if (existsSync(underwayFile) || !treeFitsLock()) {
    writeFileSync(underwayFile, '')
    await withProgress(`Installing packages for npm ${mode}`, () => install(onChild))
  }
  writeFileSync(stampFile, wanted)
  rmSync(underwayFile, { force: true })
}

async function install(onChild) {
  // The incremental state of the type checker belongs to the old packages.
  rmSync(join(root, '.cache', 'types'), { recursive: true, force: true })
  await runNpm(onChild)
  // npm leaves out an optional package that it cannot download, and reports success.
  if (!treeFitsLock()) throw new Error('npm left out packages that this machine needs (network).')
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  hash.update(readIfPresent(join(root, 'package-lock.json')) ?? '')
  for (const name of ['', ...workspaces()]) hash.update(readIfPresent(join(root, name, 'package.json')) ?? '')
  return hash.digest('hex')
}

function manifest(name) {
  return JSON.parse(readIfPresent(join(root, name, 'package.json')) ?? '{}')
}

function workspaces() {
  return manifest('').workspaces ?? []
}

/** Reads npm's list of installed packages, so that a tree installed by hand is not installed again. */
function treeFitsLock() {
  const locked = packagesIn(join(root, 'package-lock.json'))
  const there = packagesIn(npmTreeFile)
  if (!locked || !there) return false
  const isSame = (path) =>
    there[path]?.version === locked[path]?.version && there[path]?.integrity === locked[path]?.integrity
  const isComplete = Object.entries(locked).every(
    ([path, entry]) =>
      !path.includes('node_modules/') || mayBeAbsent(entry) || (path in there && isSame(path)),
  )
  return (
    isComplete &&
    Object.entries(there).every(([path, entry]) => entry.optional || (path in locked && isSame(path)))
  )
}

function packagesIn(file) {
  try {
    return JSON.parse(readIfPresent(file) ?? '{}').packages
  } catch {
    return undefined
  }
}

/** Returns whether npm may leave out a package: one for another platform, or one that only such packages need. */
function mayBeAbsent({ os, cpu, libc, optional }) {
  if (optional !== true) return false
  const isOther = (list, mine) => list !== undefined && !list.includes(mine)
  const namesNone = os === undefined && cpu === undefined
  return namesNone || isOther(os, process.platform) || isOther(cpu, process.arch) || isOther(libc, libcName())
}

function runNpm(onChild) {
  const npm = npmCommand()
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // Building and testing need what a production environment would leave out.
  const child = spawn(npm.file, [...npm.args, ...args, '--include=dev', '--include=optional'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid) onChild(child.pid)
  let output = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk) => (output += chunk))
  stopWithSignal(child)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)))
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(withoutNoise(output)))))
  })
}

/** Returns the Node that runs npm, never the one inside node_modules, which the install is about to remove. */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (!cli?.endsWith('.js')) return { file: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
  const isOutside = node && existsSync(node) && !node.startsWith(modules)
  return { file: isOutside ? node : process.execPath, args: [cli] }
}

function withoutNoise(output) {
  const isNoise = /EBADENGINE|A complete log of this run|^npm error\s*(at .*|})?$/
  const lines = output.split('\n').filter((line) => line.trim() && !isNoise.test(line))
  return lines.slice(0, 15).join('\n')
}

function adviceFor({ code, message }) {
  // Our own first write failed, so npm has not printed anything yet.
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `This folder cannot be written, so no packages can be installed here: check who owns ${root}, or clone elsewhere.`
  const advice = [
    [/ENOSPC/, 'The disk is full: free about 1 GB and start again.'],
    [/EACCES|EPERM|EROFS/, 'This folder cannot be written: check who owns it and start again.'],
    [/EUSAGE|ERESOLVE/, 'package-lock.json does not fit package.json: run "npm install" and commit both.'],
    [/EINTEGRITY/, 'A package arrived damaged: run "npm cache clean --force" and start again.'],
    [/could not be started/, 'Install npm, which comes with Node, and start again.'],
    [
      /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|TIMEOUT|ENETUNREACH|CERT|E40\d|E50\d|network/i,
      'The package registry did not answer: check the network (and proxy settings) and start again.',
    ],
  ]
  const found = advice.find(([pattern]) => pattern.test(message))
  return `${message}\nThe packages could not be installed. ${found?.[1] ?? 'See npm’s words above, and start again.'}`
}

function stopIf(sentence) {
  if (sentence !== undefined) stop(sentence)
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
