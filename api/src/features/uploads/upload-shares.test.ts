import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildMember, buildMembers } from '#api/test/builders/members.ts'
import { picture } from '#api/test/media/pictures.ts'
import { sendFile } from '#api/test/media/upload.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'

const file = await picture('png')
const opening = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const ending = Buffer.concat([file.subarray(10), Buffer.from('\r\n--b--\r\n')])
const length = opening.length + 10 + ending.length

/** Begins an upload that stops within its file, over a connection of its own from this address. */
function beginUpload(app: TestApp, token: string | null, address = '127.0.0.1') {
  const { hostname: host, port } = new URL(app.url)
  const socket = connect({ host, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  const answer = { text: '' }
  socket.on('data', (chunk) => (answer.text += chunk.toString())).on('error', () => {})
  const head = [
    'POST /api/media/upload HTTP/1.1',
    'host: x',
    `x-forwarded-for: ${address}`,
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${length}`,
    '\r\n',
  ]
  socket.write(Buffer.concat([Buffer.from(head.join('\r\n') + opening), file.subarray(0, 10)]))
  return { socket, answer, status: () => /^HTTP\/1\.1 (\d+)/.exec(answer.text)?.[1] }
}

type Begun = ReturnType<typeof beginUpload>
const answered = (all: Begun[]) => all.filter(({ answer }) => answer.text !== '')

/** The temporary files show which uploads are being read. */
async function untilReading(app: TestApp, count: number) {
  await expect.poll(() => readdir(`${app.folder}/uploading`).catch(() => [])).toHaveLength(count)
}

test('one member has four places and twenty who wait, and others upload meanwhile', async () => {
  const app = await temporaryApp()
  const [ada, bayo] = await buildMembers(app, 2)
  const all = Array.from({ length: 26 }, () => beginUpload(app, ada.token))
  await expect.poll(() => answered(all)).toHaveLength(2)
  await untilReading(app, 4)
  for (const { answer } of answered(all)) {
    expect(answer.text).toMatch(/^HTTP\/1\.1 429 /)
    expect(answer.text).toContain('"message":"You are sending many files at once.')
    expect(answer.text).toMatch(/retry-after: \d+/)
  }
  expect((await sendFile(app, bayo, { file })).status).toBe(200)
})

test('an upload without a valid token takes no place', async () => {
  const app = await temporaryApp()
  const all = Array.from({ length: 60 }, (_, nth) => beginUpload(app, nth % 2 ? null : 'junk'))
  await expect.poll(() => answered(all)).toHaveLength(60)
  expect(new Set(all.map(({ status }) => status()))).toEqual(new Set(['401']))
  expect((await sendFile(app, await buildMember(app), { file })).status).toBe(200)
})

/** Takes all places: an address may have fifteen, and its members have four, four, four and three. */
async function fillPlaces(app: TestApp) {
  const members = await buildMembers(app, 6)
  const begin = (address: string, counts: number[]) =>
    counts.flatMap((count, nth) => {
      const { token } = members[nth] ?? { token: '' }
      return Array.from({ length: count }, () => beginUpload(app, token, address))
    })
  const crowd = begin('41.0.0.1', [4, 4, 4, 4])
  await untilReading(app, 15)
  crowd.pop()?.socket.destroy()
  members.splice(0, 4)
  const others = begin('41.0.0.2', [4, 1])
  await untilReading(app, 20)
  return [...crowd, ...others]
}

test('a slow upload makes room for one who waits, and the others go on', async () => {
  const app = await temporaryApp()
  const all = await fillPlaces(app)
  const single = all.at(-1)
  app.clock.move(600_000)
  expect((await sendFile(app, await buildMember(app), { file })).status).toBe(200)
  const [lost, ...more] = answered(all)
  expect(more).toEqual([])
  // The slowest are those whose members have four places.
  expect(lost).not.toBe(single)
  expect(lost?.answer.text).toMatch(/^HTTP\/1\.1 503 /)
  expect(lost?.answer.text).toContain('"message":"Many files are being uploaded, and yours arrives slowly.')
  expect(lost?.answer.text).toMatch(/retry-after: 60/)
  // The rest of its form is received, and its connection can be used again.
  lost?.socket.write(Buffer.concat([ending, Buffer.from('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n')]))
  await expect
    .poll(() => lost?.answer.text.match(/HTTP\/1\.1 \d+/g))
    .toEqual(['HTTP/1.1 503', 'HTTP/1.1 200'])
  for (const { socket } of all.filter((one) => one !== lost)) socket.write(ending)
  await expect.poll(() => all.filter(({ status }) => status() === '200')).toHaveLength(19)
  await untilReading(app, 0)
})
