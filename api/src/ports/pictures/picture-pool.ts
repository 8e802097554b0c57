import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { fairQueue, QueueFull } from '#api/ports/fair-queue/fair-queue.ts'
import { PicturesBusy, UndrawablePicture, type Drawn, type PictureToDraw, type Pictures } from './pictures.ts'

/** Limits of one process, and of how many there are. */
export type PictureLimits = {
  processes: number
  maxBytes: number
  maxCpuMs: number
  /** How long a picture may take on a machine that is busy otherwise. */
  maxMs: number
  /** A process that had nothing to do for so long ends. */
  idleMs: number
  maxWaiting: number
}

const megabyte = 1_000_000
/** Only a machine without any time to spare needs so long. */
const startMs = 30_000

/** A picture of 50 megapixels takes up to 450 MB as JPEG and 1.1 GB as AVIF, and an animation 6 seconds of the processor. */
export function limitsFor(machineBytes: number): PictureLimits {
  return {
    processes: machineBytes < 3500 * megabyte ? 1 : 2,
    maxBytes: Math.min(1200 * megabyte, Math.max(500 * megabyte, 0.3 * machineBytes)),
    maxCpuMs: 15_000,
    maxMs: 60_000,
    idleMs: 60_000,
    maxWaiting: 40,
  }
}

/** A container has less than the machine. */
const machineBytes = () => Math.min(totalmem(), process.constrainedMemory() || Infinity)

/** `isSpent` means that the process draws no more: it ends, or has not given back the memory of this picture. */
const Reply = z.intersection(
  z.object({ isSpent: z.boolean() }),
  z.union([
    z.object({
      drawn: z.object({
        bytes: z.instanceof(Buffer),
        width: z.int(),
        height: z.int(),
        thumbnail: z.instanceof(Buffer).nullable(),
        small: z.object({ webp: z.instanceof(Buffer), avif: z.instanceof(Buffer).nullable() }).nullable(),
      }),
    }),
    z.object({ fault: z.enum(['damaged', 'too many pixels', 'too many frames', 'too complex']) }),
  ]),
)

const program = fileURLToPath(new URL('picture-process.ts', import.meta.url))
/** Nothing else of the environment: it has passwords. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE']

function forkProcess({ maxBytes, maxCpuMs }: PictureLimits): ChildProcess {
  const known = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]))
  const child = fork(program, [String(maxBytes), String(maxCpuMs)], {
    // Fewer threads and fewer pools of memory: it draws one picture at a time.
    env: { ...known, MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=2'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.unref()
  // Each error also ends what waits for the process.
  child.on('error', () => {})
  return child
}

/** Throws if the process ends first. Only `disconnect` is sure to come after the last message. */
async function nextMessage(child: ChildProcess, signal: AbortSignal): Promise<unknown> {
  const over = new AbortController()
  const options = { signal: AbortSignal.any([signal, over.signal]) }
  const ended = once(child, 'disconnect', options).then(() =>
    Promise.reject(new Error('The process has ended.')),
  )
  const [message] = await Promise.race([once(child, 'message', options), ended]).finally(() => over.abort())
  return message
}

async function untilReady(child: ChildProcess): Promise<void> {
  await nextMessage(child, AbortSignal.timeout(startMs)).catch(() => {
    child.kill('SIGKILL')
    throw new PicturesBusy('The process that draws pictures does not start.')
  })
}

/** Returns what the process makes of the picture, or undefined if it says nothing in time or dies. */
async function ask(child: ChildProcess, picture: PictureToDraw, maxMs: number) {
  const unsent = new AbortController()
  const reply = nextMessage(child, AbortSignal.any([unsent.signal, AbortSignal.timeout(maxMs)]))
  child.send(picture, (error) => error && unsent.abort())
  return Reply.safeParse(await reply.catch(() => undefined)).data
}

/** Starts a process with the first picture, and another while that one is busy. */
function processPool(limits: PictureLimits) {
  const all = new Set<ChildProcess>()
  const idle = new Set<ChildProcess>()
  const end = (child: ChildProcess) => {
    idle.delete(child)
    child.kill('SIGKILL')
  }
  const endIfIdle = setTimeout(() => idle.forEach(end), limits.idleMs).unref()

  async function open(): Promise<ChildProcess> {
    const child = forkProcess(limits)
    all.add(child)
    child.once('exit', () => all.delete(child) && idle.delete(child))
    await untilReady(child)
    return child
  }

  return {
    async run(picture: PictureToDraw) {
      const [resting] = idle
      const child = resting ?? (await open())
      idle.delete(child)
      child.channel?.ref()
      const reply = await ask(child, picture, limits.maxMs)
      child.channel?.unref()
      if (!reply || reply.isSpent) end(child)
      else idle.add(child)
      endIfIdle.refresh()
      return reply
    },
    async close(): Promise<void> {
      clearTimeout(endIfIdle)
      for (const child of all) child.ref()
      const ended = [...all].map((child) => once(child, 'exit'))
      all.forEach(end)
      await Promise.all(ended)
    },
  }
}

/** A busy machine may be why a picture was not drawn in time, but not twice: nobody shall try such a picture for ever. */
function errorsOfUnanswered() {
  const failedOnce = new Set<string>()
  return async ({ source }: PictureToDraw): Promise<Error> => {
    const bytes = typeof source === 'string' ? await readFile(source) : source
    const digest = createHash('sha256').update(bytes).digest('base64url')
    if (failedOnce.has(digest)) return new UndrawablePicture('too complex')
    const [oldest] = failedOnce
    if (oldest !== undefined && failedOnce.size >= 500) failedOnce.delete(oldest)
    failedOnce.add(digest)
    return new PicturesBusy('The picture took too long.')
  }
}

export function openPictures(limits: PictureLimits = limitsFor(machineBytes())): Pictures {
  const { processes, maxWaiting } = limits
  const queue = fairQueue({ maxRunning: processes, maxWaiting, shares: [1], maxWaitingEach: maxWaiting })
  const pool = processPool(limits)
  const errorOf = errorsOfUnanswered()
  const closing = new AbortController()
  const { signal } = closing

  async function drawNext(picture: PictureToDraw): Promise<Drawn> {
    signal.throwIfAborted()
    const reply = await pool.run(picture)
    if (reply && 'drawn' in reply) return reply.drawn
    if (reply) throw new UndrawablePicture(reply.fault)
    signal.throwIfAborted()
    throw await errorOf(picture)
  }

  return {
    async draw(picture, sharer) {
      const turn = await queue.take([sharer], signal).catch((error: unknown) => {
        throw error instanceof QueueFull ? new PicturesBusy('Too many pictures wait.') : error
      })
      return drawNext(picture).finally(() => queue.end(turn))
    },
    async close() {
      closing.abort(new PicturesBusy('The server stops.'))
      await pool.close()
    },
  }
}
