import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { handleErrors } from '#api/http/errors.ts'
import { acceptJsonBodies } from './json-body.ts'
import { partsOf, acceptForms } from './multipart.ts'
import { unauthenticated } from '#api/http/api-error.ts'
import { handleClientError } from './client-error.ts'

/** Starts a server with time limits that are short for late bodies, but long enough for punctual ones on a busy machine. */
async function listening({ jsonMs = 200, windowMs = 200 } = {}) {
  const app = Fastify({ clientErrorHandler: handleClientError })
  handleErrors(app)
  acceptJsonBodies(app, jsonMs)
  app.post('/small', async ({ body }) => ({ body }))
  await app.register((scope) => openForm(scope, windowMs))
  onTestFinished(() => app.close())
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

async function openForm(scope: FastifyInstance, windowMs: number) {
  await acceptForms(scope, { windowMs, minBytes: 1000 })
  scope.post('/form', async (request) => {
    let bytes = 0
    for await (const part of partsOf(request)) {
      if ('chunks' in part) for await (const chunk of part.chunks) bytes += chunk.length
    }
    return { bytes }
  })
  scope.post('/refused', { onRequest: () => Promise.reject(unauthenticated()) }, async () => ({}))
}

/** Sends the pieces with a pause before each, and returns the whole response. */
async function sendSlowly(port: number, head: string[], pieces: string[], pauseMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => {})
  socket.write([...head, 'host: x', 'connection: close', '', ''].join('\r\n'))
  for (const piece of pieces) {
    await wait(pauseMs)
    if (answer === '' && socket.writable) socket.write(piece)
  }
  await closed
  return answer
}

const json = (path: string, length: number) => [
  `POST ${path} HTTP/1.1`,
  'content-type: application/json',
  `content-length: ${length}`,
]

test('a JSON body that is late is a 408 error body', async () => {
  const answer = await sendSlowly(await listening(), json('/small', 100), Array(40).fill(' '), 20)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"TIMEOUT"')
})

test('a JSON body that is on time is read', async () => {
  const port = await listening({ jsonMs: 60_000 })
  const answer = await sendSlowly(port, json('/small', 8), ['{"a"', ':12}'], 10)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

const opening = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
const form = (length: number, path = '/form') => [
  `POST ${path} HTTP/1.1`,
  'content-type: multipart/form-data; boundary=b',
  `content-length: ${length}`,
]

test('a file that arrives byte by byte is ended', async () => {
  const answer = await sendSlowly(
    await listening(),
    form(1_000_000),
    [opening, ...Array<string>(60).fill('x')],
    20,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"TIMEOUT"')
})

test('a slow but steady file may take longer than a JSON body', async () => {
  const pieces = [opening, ...Array<string>(12).fill('x'.repeat(1000)), '\r\n--b--\r\n']
  // The pauses add up to more than one window, and each window gets enough bytes.
  const port = await listening({ windowMs: 1500 })
  const answer = await sendSlowly(port, form(pieces.join('').length), pieces, 150)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toContain('{"bytes":12000}')
})

test.each([
  ['before its first part', []],
  ['inside its first head', ['--b\r\nContent-Disp']],
  ['in the middle of a file', [opening, 'xxx']],
])('a form that stops %s is ended', async (_where, pieces) => {
  const answer = await sendSlowly(await listening(), form(1000), pieces, 10)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"TIMEOUT"')
})

test.each([
  ['/refused', 401],
  ['/small', 415],
  ['/nowhere', 404],
])('a form that %s answers early and then stops is cut off', async (path, status) => {
  const socket = connect(await listening(), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write([...form(1_000_000, path), 'host: x', '', opening].join('\r\n'))
  await closed
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
})
