import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { startEmbedded, type EmbeddedOptions } from '#api/db/embedded/embedded.ts'
import { isAlive } from '#api/db/embedded/leftover.ts'
import { waitUntil } from '#api/db/embedded/wait.ts'
import { copyEmptyDatabase } from '#api/test/processes/empty-database.ts'
import { memoryFolderRoot } from '#api/test/processes/memory-folder.ts'
import { timeLimits } from '#api/test/time-limits.ts'

export const isRoot = process.geteuid?.() === 0

export function freshFolder() {
  const folder = realpathSync(mkdtempSync(join(memoryFolderRoot(), 'rs-db-')))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  return folder
}

/** With an empty database. */
export function folderWithDatabase() {
  const folder = freshFolder()
  copyEmptyDatabase(folder)
  return folder
}

export async function startHere(options: EmbeddedOptions) {
  const embedded = await startEmbedded(options)
  onTestFinished(embedded.stop)
  return embedded
}

export async function query(url: string, sql: string) {
  const client = new pg.Client(url)
  // When the server dies the query fails. Without a handler the error event would end the test run.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export type Child = {
  process: ChildProcess
  said: string[]
  answered: () => string | undefined
  /** The URL, or the error message. */
  outcome: Promise<{ url?: string; failed?: string }>
  ended: Promise<void>
}

export type ChildOptions = {
  dataDir: string
  settings?: Record<string, string>
  startAt?: number
  uid?: number
  prefix?: string[]
  env?: Record<string, string>
}

const Report = z.partialRecord(z.enum(['said', 'url', 'failed', 'answered']), z.string())
const program = join(import.meta.dirname, 'embedded-child.ts')
/** As in `npm start`. Half of what a start takes is removing types and compiling, and tests start many processes. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../.cache/compile') }

/** Another process with its own server and its own process group, as in a terminal. */
export function startChild(options: ChildOptions): Child {
  const { dataDir, settings = {}, startAt = 0, uid, prefix = [], env = {} } = options
  const given = [program, dataDir, JSON.stringify(settings), String(startAt)]
  const [file = '', ...args] = [...prefix, process.execPath, ...given]
  const child = spawn(file, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...compileCache, HOME: dataDir, ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await waitUntil(() => serversIn(dataDir).length === 0, timeLimits.expectation)
  })
  return { process: child, ended, ...listenTo(child, ended) }
}

function listenTo(child: ChildProcess, ended: Promise<void>) {
  const said: string[] = []
  const heard: { answered?: string } = {}
  const outcome = new Promise<{ url?: string; failed?: string }>((resolve) => {
    if (!child.stdout) throw new Error('the child has no output')
    createInterface(child.stdout).on('line', (line) => {
      const report = Report.parse(JSON.parse(line))
      if (report.said) said.push(report.said)
      if (report.answered) heard.answered = report.answered
      if (report.url || report.failed) resolve(report)
    })
    void ended.then(() => resolve({}))
  })
  return { said, outcome, answered: () => heard.answered }
}

export async function urlOf(child: Child) {
  const { url, failed } = await child.outcome
  if (!url) throw new Error(`the child did not start: ${failed}`)
  return url
}

export function serverPid(dataDir: string) {
  return Number.parseInt(readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8'), 10)
}

export function isGone(pid: number) {
  return waitUntil(() => !isAlive(pid) || isZombie(pid), timeLimits.expectation)
}

/** All processes whose command line contains that folder's database. */
export function serversIn(dataDir: string) {
  return commands().filter((command) => command.includes('postgres') && command.includes(`${dataDir}/db`))
}

function commands() {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-axww', '-o', 'command=']).toString().split('\n')
  return readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? [commandOf(pid)] : []))
}

function commandOf(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function isZombie(pid: number) {
  return process.platform === 'linux' && commandOf(String(pid)) === ''
}

/** A PATH on which these programs exist but fail, as on a machine that forbids them. */
export function pathWithout(...names: string[]) {
  const folder = freshFolder()
  for (const name of names) writeFileSync(join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return { PATH: `${folder}:${process.env['PATH']}` }
}
