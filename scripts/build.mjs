import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { withProgress } from './progress.mjs'
import { stopWithSignal } from './stop-with-signal.mjs'

/** All inputs of the build except packages. */
export const WEB_SOURCES = [
  'web/src',
  'web/index.html',
  'web/public',
  'web/build',
  'web/vite.config.ts',
  'web/package.json',
  'contract/src',
  'package-lock.json',
]
const WORKPLACE = /^web-(?:new|old)-(\d+)$/
const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')
const dist = join(root, 'web', 'dist')
const stamp = join(dist, '.built-from')

/** Builds in another folder and swaps at the end, so that an interrupted build is never used. */
export async function buildWebIfStale() {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const fresh = join(cache, `web-new-${process.pid}`)
  try {
    clearLeftovers()
    mkdirSync(fresh, { recursive: true })
    await withProgress('Building the web app', () => runVite(fresh))
    writeFileSync(join(fresh, basename(stamp)), wanted)
    swapIn(fresh)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
    const text = `The web app has changed since it was built, and this user may not write to ${root}.`
    throw new Error(`${text} Run npm start once as the owner of that folder.`, { cause: error })
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of WEB_SOURCES.flatMap(filesUnder))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const names = readdirSync(join(root, path)).toSorted()
  return names.filter((name) => !/\.test\.tsx?$/.test(name)).flatMap((name) => filesUnder(`${path}/${name}`))
}

async function runVite(outDir) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', join(root, 'web'), '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(process.execPath, args, {
    cwd: root,
    // The build is always for production, even in a test runner with another NODE_ENV: React's development build is slow.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stopWithSignal(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The web app does not build.\n${stripVTControlCharacters(output)}`)
}

function swapIn(fresh) {
  const old = join(cache, `web-old-${process.pid}`)
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(fresh, dist)
      rmSync(old, { recursive: true, force: true })
      return
    } catch (error) {
      // Another start may have swapped its build between the two renames.
      if (attempt === 3 || !['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) throw error
      rmSync(old, { recursive: true, force: true })
    }
  }
}

function clearLeftovers() {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache)) {
    const pid = Number(WORKPLACE.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(cache, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
