import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { demoLogins, demoPassword } from '../../api/src/seed/demo/demo.ts'
import { isResponding } from '../cluster/wait.mjs'
import { cpuSecondsOf } from '../support/cpu-time.mjs'
import { median } from '../support/measure.mjs'
import { print } from '../support/product.mjs'

const root = new URL('../..', import.meta.url).pathname
const port = 3999
const api = `http://127.0.0.1:${port}/api`
const rounds = 3
const loadSeconds = 6
/** The targets that docs/performance.md names. */
const limits = { seconds: 3, idleMegabytes: 200, loadedMegabytes: 350 }

/** Measures how long a second `npm start` takes, and how much memory its process uses when idle and after load. */
export async function run() {
  const dataDir = await mkdtemp(join(tmpdir(), 'rs-bench-'))
  await using endings = new AsyncDisposableStack()
  endings.defer(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startProduct(dataDir)
  await first.stop()
  print(`first start   ${first.seconds.toFixed(2)} s (fills the database)`)
  const isQuick = await measureStarts(dataDir)
  const isSmall = await measureMemory(dataDir)
  return isQuick && isSmall
}

async function measureStarts(dataDir) {
  const taken = { seconds: [], cpu: [] }
  for (let round = 0; round < rounds; round += 1) {
    const product = await startProduct(dataDir)
    taken.seconds.push(product.seconds)
    taken.cpu.push(await cpuSecondsOf([product.process().pid]))
    await product.stop()
  }
  print(`second start  ${textOf(taken.seconds)} s until /api/health answers 200`)
  print(`its CPU time  ${textOf(taken.cpu)} s`)
  return isWithin('second start', median(taken.seconds), limits.seconds, 's')
}

const textOf = (times) => times.map((time) => time.toFixed(2)).join(', ')

function isWithin(name, value, limit, unit) {
  print(`${name.padEnd(13)} ${value.toFixed(limit < 20 ? 2 : 0)} ${unit} (at most ${limit})`)
  return value <= limit
}

/** Starts `npm start` in its own process group. It is ready when it responds. */
async function startProduct(dataDir) {
  const began = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMIT_SCALE: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = new Promise((resolve) => npm.on('exit', resolve))
  const stop = () => {
    process.kill(-npm.pid, 'SIGINT')
    return ended
  }
  while (!(await isResponding(`${api}/health`))) {
    if (npm.exitCode !== null) throw new Error('It never got ready.')
    await sleep(20)
  }
  return {
    seconds: (performance.now() - began) / 1000,
    process: () => productProcess(npm.pid),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Finds our own Node process. The shell that npm starts has the same words in its command line, but is small. */
function productProcess(group) {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,pid=,rss=,args='], { encoding: 'utf8' }).split('\n')
  const found = lines.map((line) => line.trim().split(/\s+/)).filter(([id]) => Number(id) === group)
  return found
    .filter((words) => words.includes('scripts/start.mjs'))
    .map(([, pid, kilobytes]) => ({ pid: Number(pid), megabytes: Number(kilobytes) / 1024 }))
    .reduce((one, other) => (one.megabytes > other.megabytes ? one : other))
}

async function measureMemory(dataDir) {
  await using product = await startProduct(dataDir)
  await sleep(5000)
  const idle = product.process().megabytes
  await load()
  const loaded = product.process().megabytes
  const isIdleSmall = isWithin('memory, idle', idle, limits.idleMegabytes, 'MB')
  return isWithin('after load', loaded, limits.loadedMegabytes, 'MB') && isIdleSmall
}

/** Makes ten connections that each read the feed, groups and comments, and then comment and like. */
async function load() {
  const headers = { 'content-type': 'application/json' }
  const login = { username: demoLogins[0].username, userSecret: demoPassword }
  const signedIn = await fetch(`${api}/login`, { method: 'POST', headers, body: JSON.stringify(login) })
  headers.authorization = `Bearer ${(await signedIn.json()).data.access_token}`
  const feed = await (await fetch(`${api}/post/user/post/feed`, { headers })).json()
  const { id } = feed.data.content[0]
  const comment = JSON.stringify({ comments: 'A comment as long as most of them are.' })
  for (const target of [
    { url: `${api}/post/user/post/feed` },
    { url: `${api}/groups` },
    { url: `${api}/post/comments/${id}` },
    { url: `${api}/post/comments/${id}/create`, method: 'POST', body: comment },
    { url: `${api}/post/like/${id}`, method: 'POST' },
  ]) {
    const result = await autocannon({ ...target, headers, connections: 10, duration: loadSeconds })
    if (result.non2xx > 0) throw new Error(`${result.non2xx} calls of ${target.url} failed.`)
    print(`  ${String(result['2xx']).padStart(6)} calls of ${new URL(target.url).pathname}`)
  }
}
