import type { z } from 'zod'
import { sendRequest, NoResponse, type ReceivedResponse, type Times } from '#api/ports/http/send-request.ts'
import { ProviderError } from './payments.ts'
import { Envelope, parseWire } from './paystack-wire.ts'

export type SenderOptions = {
  secretKey: string
  /** Is read before each call, because the sandbox has no address until the server listens. */
  base: () => string | null
  times?: Times
}

type Call<S> = { method: 'GET' | 'POST'; path: string; body?: object; data: S }
/** Returns the `data` of the response. */
export type SendCall = <S extends z.ZodType>(call: Call<S>) => Promise<z.output<S>>
/** Returns one page of a list. `next` is the next page's cursor, null on the last page and in lists without cursors. */
export type SendListCall = <S extends z.ZodType>(
  call: Call<S>,
) => Promise<{ data: z.output<S>; next: string | null }>

const defaultTimes = { connectMs: 2000, totalMs: 10_000 }

type Senders = { send: SendCall; sendList: SendListCall }

export function createSender({ secretKey, base, times = defaultTimes }: SenderOptions): Senders {
  const sendList: SendListCall = async ({ method, path, body, data }) => {
    const address = base()
    if (address === null) throw new ProviderError('unreachable', 'The sandbox does not listen yet.')
    const headers = {
      authorization: `Bearer ${secretKey}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    }
    const url = new URL(`${address.replace(/\/+$/, '')}${path}`)
    const request = { method, url, headers, body: body && JSON.stringify(body) }
    const send = (totalMs: number) => sendRequest(request, { ...times, totalMs })
    const response = await (method === 'GET' ? sendTwice(send, times.totalMs) : send(times.totalMs)).catch(
      (error: unknown) => {
        throw toProviderError(error, method)
      },
    )
    return read(response, method, data)
  }
  return { sendList, send: async (call) => (await sendList(call)).data }
}

/** Retries a GET once, within the timeout of one request, because it changes nothing. */
async function sendTwice(
  send: (totalMs: number) => Promise<ReceivedResponse>,
  totalMs: number,
): Promise<ReceivedResponse> {
  const began = performance.now()
  const first = await send(totalMs).catch((error: unknown) => {
    if (error instanceof NoResponse && !error.hasTimedOut) return null
    throw error
  })
  if (first !== null && first.status < 500) return first
  return send(Math.max(1, totalMs - (performance.now() - began)))
}

function toProviderError(error: unknown, method: Call<unknown>['method']): unknown {
  if (!(error instanceof NoResponse)) return error
  const isDone = method === 'POST' && error.wasSent
  return new ProviderError(isDone ? 'unclear' : 'unreachable', `The provider: ${error.message}.`)
}

function read<S extends z.ZodType>({ status, text }: ReceivedResponse, method: string, data: S) {
  if (status >= 500)
    throw new ProviderError(method === 'POST' ? 'unclear' : 'unreachable', `The provider: ${status}.`, {
      status,
    })
  if (status === 429) throw new ProviderError('unreachable', 'The provider is asked too often.', { status })
  const envelope = Envelope.safeParse(parseOrUndefined(text))
  if (!envelope.success) throw unreadable(status)
  const { status: isDone, message, code, data: payload, meta } = envelope.data
  if (!isDone || status >= 400)
    throw new ProviderError('refused', message, { code: code ?? undefined, status })
  const known = data.safeParse(payload)
  if (!known.success || status >= 300) throw unreadable(status)
  return { data: known.data, next: meta?.next ?? null }
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseWire(text)
  } catch {
    return undefined
  }
}

export function unreadable(status: number): ProviderError {
  return new ProviderError('unreadable', 'The answer is not in the provider’s wire form.', { status })
}
