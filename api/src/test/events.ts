import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'

export type Told = { id: number | null; event: string | null; data: unknown }

type Options = { lastEventId?: string; headers?: Record<string, string>; path?: string }

const patience = 10_000

/** An open page: reads Server-Sent Events as they come, until it hangs up. */
export async function listen(app: { url: string }, { token }: { token?: string }, options: Options = {}) {
  const line = new AbortController()
  const response = await fetch(`${app.url}/api${options.path ?? '/live'}`, {
    signal: line.signal,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(options.lastEventId !== undefined && { 'last-event-id': options.lastEventId }),
      ...options.headers,
    },
  })
  const told: Told[] = []
  let stir = Promise.withResolvers<void>()
  let isOver = false
  const ended = readBlocks(response, (block) => {
    told.push(readBlock(block))
    stir.resolve()
    stir = Promise.withResolvers()
  }).finally(() => {
    isOver = true
    stir.resolve()
  })

  /** Waits until enough has been told, and gives it all. */
  async function until(isEnough: (all: Told[]) => boolean): Promise<Told[]> {
    const late = new AbortController()
    const giveUp = setTimeout(patience, 'late', { signal: late.signal }).catch(() => 'late')
    while (!isEnough(told)) {
      if (isOver) throw new Error(`The stream ended after ${JSON.stringify(told)}`)
      if ((await Promise.race([stir.promise, giveUp])) === 'late')
        throw new Error(`No more was told than ${JSON.stringify(told)}`)
    }
    late.abort()
    return told
  }

  const named = (name: string) => told.filter(({ event }) => event === name)
  return {
    response,
    told,
    ended,
    until,
    named,
    untilNamed: async (name: string, count = 1) => {
      await until(() => named(name).length >= count)
      return named(name)
    },
    hangUp: async () => {
      line.abort()
      await ended
    },
  }
}

export type Page = Awaited<ReturnType<typeof listen>>

async function readBlocks({ body }: Response, take: (block: string) => void): Promise<void> {
  let rest = ''
  try {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  } catch {
    // Hung up, here or there: what was told stays told.
  }
}

function readBlock(block: string): Told {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ')[0], line.replace(/^\w*: ?/, '')]))
  const id = fields.get('id')
  const data = fields.get('data')
  return {
    id: id === undefined ? null : Number(id),
    event: fields.get('event') ?? null,
    data: data === undefined ? null : JSON.parse(data),
  }
}

const Numbered = z.object({ chatId: z.number() })

/** Which messages a page was told of, in the order it was. */
export const chatIdsOf = (told: Told[]) =>
  told.filter(({ event }) => event === 'message').map(({ data }) => Numbered.parse(data).chatId)
