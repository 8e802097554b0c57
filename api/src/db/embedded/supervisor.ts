import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, stopServer } from './server.ts'

type Supervisor = { stop: () => Promise<void> }

type Options = {
  /** Starts the server, at first and after each unexpected end. */
  start: (signal: AbortSignal) => Promise<ChildProcess>
  /** Returns whether a failed start should be retried. */
  canRetry: () => Promise<boolean>
  onRestart: () => void
  /** Is called at most once, when the server cannot be restarted, and never after stop(). */
  onLost: (error: Error) => void
  /** The time for which starts may fail in a row. */
  giveUpAfterMs?: number
  stopTimeoutMs?: number
}

const pausesMs = [0, 500, 1_000, 2_000, 4_000, 5_000]
/** After a run of this length the pauses begin with the shortest again. */
const steadyMs = 10_000

/** Restarts a server that ends by itself, with growing pauses, until stop(). */
export async function supervise(options: Options): Promise<Supervisor> {
  const stopping = new AbortController()
  const { signal } = stopping
  let server = await options.start(signal)
  let restarts = 0

  async function watch(): Promise<void> {
    for (;;) {
      const startedAt = performance.now()
      await ended(server, signal)
      if (performance.now() - startedAt > steadyMs) restarts = 0
      options.onRestart()
      server = await restart()
    }
  }

  async function restart(): Promise<ChildProcess> {
    const giveUpAt = performance.now() + (options.giveUpAfterMs ?? 60_000)
    for (;;) {
      await sleep(pausesMs[Math.min(restarts++, pausesMs.length - 1)], undefined, { signal })
      try {
        return await options.start(signal)
      } catch (error) {
        signal.throwIfAborted()
        if (performance.now() > giveUpAt || !(await options.canRetry())) throw error
      }
    }
  }

  const watching = watch().catch((error: unknown) => {
    if (!signal.aborted) options.onLost(error instanceof Error ? error : new Error(String(error)))
  })
  return {
    async stop() {
      stopping.abort()
      await watching
      await stopServer(server, options.stopTimeoutMs)
    },
  }
}

async function ended(server: ChildProcess, signal: AbortSignal): Promise<void> {
  if (!hasEnded(server)) await once(server, 'exit', { signal })
}
