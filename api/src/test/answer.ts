import { connect } from 'node:net'
import { expect } from 'vitest'
import type { z } from 'zod'
import { describedBy, type Callable, type Endpoint } from '@rootsquare/contract/lib/endpoint'
import { Failure } from '@rootsquare/contract/lib/failure'
import type { Called } from '#api/test/call.ts'

type Replying<S> = { reply: S }
type Answer = { status: number; body: unknown }

/** The `data` of a successful response, parsed by its schema: `dataOf(login, await app.call('POST', '/login', …))`. */
export function dataOf<S extends z.ZodType>(
  called: Callable<Endpoint & Replying<S>> | Replying<S>,
  { status, body }: Called,
): z.output<S> {
  expect(status, JSON.stringify(body)).toBe(200)
  return ('method' in called ? describedBy(called) : called).reply.parse(body.data)
}

const StrictFailure = Failure.strict()

/** Expects the exact error body, without internal details. */
export function expectFailure(answer: Answer, status: number, code?: string): Failure {
  expect(answer).toMatchObject({ status })
  const failure = StrictFailure.parse(answer.body)
  expect(failure.error.length).toBeGreaterThan(0)
  expect(failure.message).toBe(failure.error.join(', '))
  if (code !== undefined) expect(failure.code).toBe(code)
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|select |insert |SyntaxError|FST_ERR/)
  return failure
}

export const expectOk = (answer: unknown) => expect(answer).toMatchObject({ status: 200 })

export type RawAnswer = { status: number; head: string; body: unknown }

/** Sends raw bytes that no client library would send. Reads until the server closes or is quiet for `quiet` ms. */
export async function sendRaw(url: string, bytes: string | Buffer, quiet = 1500): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const chunks: Buffer[] = []
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(quiet, () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve())
  })
  const text = Buffer.concat(chunks).toString()
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  return { status, head, body: body === '' ? null : JSON.parse(body) }
}

/** Sends one request without headers of a client library, on a connection that closes afterwards. */
export function requestText(line: string, headers: Record<string, string> = {}, body = ''): string {
  const length: Record<string, string> =
    body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`${line} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
