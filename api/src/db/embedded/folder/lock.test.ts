import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  freshFolder,
  folderWithDatabase,
  query,
  startChild,
  startHere,
  urlOf,
  type Child,
} from '#api/test/processes/embedded-server.ts'

const quick = { fsync: 'off' }

function rejection(folder: string, pid: number | undefined) {
  return `Another Rootsquare is already running on ${folder} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`
}

function startTogether(dataDir: string, count: number) {
  const startAt = Date.now() + 1_500
  return Array.from({ length: count }, () => startChild({ dataDir, settings: quick, startAt }))
}

async function winnersOf(children: Child[]) {
  const outcomes = await Promise.all(children.map(({ outcome }) => outcome))
  return {
    winners: children.filter((_, n) => outcomes[n]?.url),
    rejections: outcomes.flatMap(({ failed }) => failed ?? []),
  }
}

test('a second process on the same folder is rejected', async () => {
  const dataDir = folderWithDatabase()
  const child = startChild({ dataDir, settings: quick })
  const url = await urlOf(child)
  await expect(startHere({ dataDir })).rejects.toThrow(rejection(dataDir, child.process.pid))
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a second start in the same process is rejected', async () => {
  const dataDir = folderWithDatabase()
  const alias = join(freshFolder(), 'alias')
  symlinkSync(dataDir, alias)
  const { url, stop } = await startHere({ dataDir, settings: quick })
  await expect(startHere({ dataDir })).rejects.toThrow(rejection(dataDir, process.pid))
  await expect(startHere({ dataDir: alias })).rejects.toThrow(rejection(dataDir, process.pid))
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await stop()
  await startHere({ dataDir: alias, settings: quick })
})

test('only one of four simultaneous starts succeeds', async () => {
  const dataDir = freshFolder()
  for (const folder of ['new', 'left by a kill']) {
    const { winners, rejections } = await winnersOf(startTogether(dataDir, 4))
    expect(winners, folder).toHaveLength(1)
    expect(rejections, folder).toEqual(Array(3).fill(rejection(dataDir, winners[0]?.process.pid)))
    winners[0]?.process.kill('SIGKILL')
    await winners[0]?.ended
  }
})

test('only one of two starts in one process succeeds', async () => {
  const dataDir = freshFolder()
  const starts = await Promise.allSettled([startHere({ dataDir, settings: quick }), startHere({ dataDir })])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('the lock of a killed process never blocks', async () => {
  const dataDir = folderWithDatabase()
  const child = startChild({ dataDir, settings: quick })
  await urlOf(child)
  child.process.kill('SIGKILL')
  await child.ended
  writeFileSync(join(dataDir, 'db.owner'), '1\n')
  const { url } = await startHere({ dataDir, settings: quick })
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a lock that cannot be taken is reported', async () => {
  const dataDir = freshFolder()
  mkdirSync(join(dataDir, 'db.lock'))
  await expect(startHere({ dataDir })).rejects.toThrow(`The file db.lock in ${dataDir} cannot be locked`)
})
