import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { freshFolder } from '../../api/src/test/processes/embedded-server.ts'

const lockModule = new URL('install-lock.mjs', import.meta.url).href
let folder
beforeEach(() => {
  folder = freshFolder()
})

/** Starts a process that has the lock while `work` runs. The log has a line for its start and its end. */
function holder(work) {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { spawn } from 'node:child_process'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { withLock } from ${JSON.stringify(lockModule)}
    const say = (word) => appendFileSync(${JSON.stringify(join(folder, 'log'))}, word + '\\n')
    await withLock(${JSON.stringify(join(folder, 'lock'))}, {
      whileWaiting: (wait) => wait(),
      work: async (onChild) => { say('in'); ${work}; say('out') },
    })`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function log() {
  return existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : []
}

test('concurrent starts run one at a time', async () => {
  const all = [1, 2, 3, 4].map(() => holder('await sleep(150)'))
  await Promise.all(all.map((child) => once(child, 'exit')))
  expect(log()).toEqual(['in', 'out', 'in', 'out', 'in', 'out', 'in', 'out'])
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

test('starts after a dead lock run one at a time', async () => {
  writeFileSync(join(folder, 'lock'), JSON.stringify({ owner: { pid: 2 ** 22, born: '1' } }))
  const all = [1, 2, 3, 4].map(() => holder('await sleep(150)'))
  await Promise.all(all.map((child) => once(child, 'exit')))
  expect(log()).toEqual(['in', 'out', 'in', 'out', 'in', 'out', 'in', 'out'])
})

test('a killed start leaves no lock and no child process', async () => {
  const orphaning = `
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
    onChild(child.pid)
    console.log(child.pid)
    await sleep(60_000)`
  const killed = holder(orphaning)
  const [line] = await once(killed.stdout, 'data')
  const orphan = Number(line)
  expect(isAlive(orphan)).toBe(true)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await once(holder(''), 'exit')
  expect(log()).toEqual(['in', 'in', 'out'])
  expect(isAlive(orphan)).toBe(false)
})

test('an unreadable lock is respected only while it is new', async () => {
  const lock = join(folder, 'lock')
  writeFileSync(lock, '{"own')
  const waiting = holder('')
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(log()).toEqual([])
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(lock, longAgo, longAgo)
  await once(waiting, 'exit')
  expect(log()).toEqual(['in', 'out'])
})

function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // If no process reaps the dead, a killed process stays in the list.
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !readFileSync(stat, 'utf8').includes(') Z ')
}
