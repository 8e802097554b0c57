import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { listen } from '#api/test/events.ts'
import { write } from '#api/test/builders/messages.ts'
import { picture } from '#api/test/media/pictures.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { connectionLimits } from './connections.ts'

const short = { headersTimeout: 400, connectionsCheckingInterval: 50 }
const app = await sharedApp({ connectionLimits: { ...connectionLimits, ...short } })

/** Opens a connection whose own side stays open until the server has closed all of it. */
function openConnection(...sent: string[]) {
  const { hostname: host, port } = new URL(app.url)
  const socket = connect({ host, port: Number(port), allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const answer = { text: '' }
  socket.on('data', (chunk) => (answer.text += chunk.toString())).on('error', () => {})
  for (const text of sent) socket.write(text)
  return { socket, answer, closed: untilClosed(socket) }
}

/** Writes after the server's end of stream, because only a failing write shows that the connection is closed. */
function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('end', () => {
      const prod = setInterval(() => socket.write('x'), 20)
      socket.once('close', () => clearInterval(prod))
    })
    socket.once('close', () => resolve())
  })
}

/** Resolves when the server has closed another silent connection, so that any older one is closed too. */
const untilLateAreClosed = () => openConnection().closed

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: localhost', ...headers, ''].join('\r\n')

describe('a connection', () => {
  test('closes a connection that sends nothing, without a response', async () => {
    const silent = Array.from({ length: 20 }, () => openConnection())
    await Promise.all(silent.map(({ closed }) => closed))
    expect(silent.map(({ answer }) => answer.text).join('')).toBe('')
  })

  test.each([
    ['in the middle of its first line', 'GET /api/hea'],
    ['in the middle of its headers', head('GET /api/health', 'x-more: a')],
    ['in a second request', `${head('GET /api/health')}\r\n${head('GET /api/health')}`],
  ])('closes a connection that stops %s, with a 408 error body', async (_, sent) => {
    const { answer, closed } = openConnection(sent)
    await closed
    expect(answer.text).toContain('HTTP/1.1 408 Request Timeout')
    expect(answer.text).toContain('"code":"TIMEOUT"')
  })

  test('closes a connection whose headers arrive byte by byte, with a 408', async () => {
    const { socket, answer, closed } = openConnection(head('GET /api/health', 'x-slow: '))
    const drip = setInterval(() => socket.write('x'), 20)
    onTestFinished(() => clearInterval(drip))
    await closed
    expect(answer.text).toContain('HTTP/1.1 408 Request Timeout')
  })
})

describe('a slow connection', () => {
  test('leaves a connection open while it streams events', async () => {
    const [ada, bayo] = [await buildMember(app), await buildMember(app)]
    const page = await listen(app, bayo)
    onTestFinished(page.hangUp)
    await untilLateAreClosed()
    await untilLateAreClosed()
    await write(app, ada, bayo)
    expect(await page.untilNamed('message')).toHaveLength(1)
  })

  test('leaves a connection open while a file is uploaded', async () => {
    const { token } = await buildMember(app)
    const file = await picture('png', 40, 30)
    const opening = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const form = Buffer.concat([Buffer.from(opening), file, Buffer.from('\r\n--b--\r\n')])
    const headers = [
      `authorization: Bearer ${token}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${form.length}`,
      'connection: close',
    ]
    const { socket, answer, closed } = openConnection(`${head('POST /api/media/upload', ...headers)}\r\n`)
    for (const piece of [form.subarray(0, 100), form.subarray(100, 150)]) {
      socket.write(piece)
      await untilLateAreClosed()
    }
    socket.write(form.subarray(150))
    await closed
    expect(answer.text).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('leaves a connection open between two requests', async () => {
    const request = `${head('GET /api/health')}\r\n`
    const { socket, answer } = openConnection(request)
    await expect.poll(() => answer.text).toContain('"ok"')
    await untilLateAreClosed()
    answer.text = ''
    socket.write(request)
    await expect.poll(() => answer.text).toContain('"ok"')
  })
})

test('the server waits 10 seconds for headers, 15 minutes for a file', async () => {
  const { http } = await buildApp(app.deps)
  onTestFinished(() => http.close())
  expect(connectionLimits).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 900_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2000,
  })
  expect(http.server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 900_000,
    keepAliveTimeout: 65_000,
  })
})
