import { request, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { timeLimits } from '#api/test/time-limits.ts'

export type ReceivedEvent = { id: number | null; event: string | null; data: unknown }

type Options = { lastEventId?: string; post?: number | string; headers?: Record<string, string> }

/** An open page that reads server-sent events until it disconnects. */
export async function listen(app: { url: string }, { token }: { token?: string }, options: Options = {}) {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(options.lastEventId !== undefined && { 'last-event-id': options.lastEventId }),
    ...options.headers,
  }
  // A separate connection, because fetch would reconnect after the disconnect.
  const line = request(`${app.url}/api/live${options.post === undefined ? '' : `?post=${options.post}`}`, {
    agent: false,
    headers,
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    line.once('response', resolve).once('error', reject).end()
  })
  line.on('error', () => {})
  const { events, ended, until } = collect(response)
  const named = (name: string) => events.filter(({ event }) => event === name)
  return {
    status: response.statusCode,
    headers: response.headers,
    events,
    ended,
    until,
    named,
    untilNamed: async (name: string, count = 1) => {
      await until(() => named(name).length >= count)
      return named(name)
    },
    hangUp: async () => {
      line.destroy()
      await ended
    },
  }
}

/** A page that has shown its first badge, and that is closed when the test is over. */
export async function openPage(...page: Parameters<typeof listen>) {
  const opened = await listen(...page)
  onTestFinished(opened.hangUp)
  await opened.untilNamed('unread')
  return opened
}

function collect(response: IncomingMessage) {
  const events: ReceivedEvent[] = []
  let stir = Promise.withResolvers<void>()
  let isOver = false
  const ended = readBlocks(response, (block) => {
    events.push(readBlock(block))
    stir.resolve()
    stir = Promise.withResolvers()
  }).finally(() => {
    isOver = true
    stir.resolve()
  })
  /** Waits until enough events have arrived, and returns all. */
  async function until(isEnough: (all: ReceivedEvent[]) => boolean): Promise<ReceivedEvent[]> {
    const late = new AbortController()
    const giveUp = setTimeout(timeLimits.expectation, 'late', { signal: late.signal }).catch(() => 'late')
    while (!isEnough(events)) {
      if (isOver) throw new Error(`The stream ended after ${JSON.stringify(events)}`)
      if ((await Promise.race([stir.promise, giveUp])) === 'late')
        throw new Error(`No more was told than ${JSON.stringify(events)}`)
    }
    late.abort()
    return events
  }
  return { events, ended, until }
}

async function readBlocks(response: IncomingMessage, take: (block: string) => void): Promise<void> {
  let rest = ''
  try {
    for await (const text of response.setEncoding('utf8')) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  } catch {
    // The connection has ended; events that have arrived stay.
  }
}

function readBlock(block: string): ReceivedEvent {
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

/** The ids of the messages that a page received, in order. */
export const chatIdsOf = (events: ReceivedEvent[]) =>
  events.filter(({ event }) => event === 'message').map(({ data }) => Numbered.parse(data).chatId)
