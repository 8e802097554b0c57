import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { movableClock } from '#api/test/movable-clock.ts'
import { freshFolder } from '#api/test/processes/embedded-server.ts'
import { outboxMailer } from './outbox.ts'

function freshOutbox() {
  const clock = movableClock()
  const outbox = join(freshFolder(), 'new', 'outbox')
  return { clock, outbox, mailer: outboxMailer(outbox, clock) }
}

const mail = {
  to: 'ada@example.com',
  subject: 'Ẹ káàbọ̀',
  text: 'Line one\n"two"',
  html: '<p>Ẹ káàbọ̀ &amp; co</p>',
  headers: { 'List-Unsubscribe': '<https://square.example/api/notifications/unsubscribe?token=1>' },
}

test('writes each mail as one JSON file with exactly these fields', async () => {
  const { outbox, mailer } = freshOutbox()
  await mailer.send(mail)
  const names = readdirSync(outbox)
  expect(names).toHaveLength(1)
  expect(names[0]).toMatch(/^[\w.-]+\.json$/)
  const read: unknown = JSON.parse(readFileSync(join(outbox, names[0] ?? ''), 'utf8'))
  expect(read).toEqual({
    ...mail,
    createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
})

test('names files so that they sort by the time of the clock', async () => {
  const { outbox, mailer, clock } = freshOutbox()
  const subjects = ['first', 'second', 'third', 'fourth']
  for (const subject of subjects) {
    await mailer.send({ ...mail, subject })
    clock.move(86_400_000)
  }
  const read = readdirSync(outbox)
    .toSorted()
    .map((name): unknown => JSON.parse(readFileSync(join(outbox, name), 'utf8')))
  expect(read).toMatchObject(subjects.map((subject) => ({ subject })))
})

test('stores many mails at once without a visible partial file', async () => {
  const { outbox, mailer } = freshOutbox()
  const long = 'x'.repeat(200_000)
  const sent = Promise.all(
    Array.from({ length: 50 }, (_, index) => mailer.send({ ...mail, subject: String(index), text: long })),
  )
  let looked = 0
  const look = setInterval(() => {
    for (const name of visible(outbox)) JSON.parse(readFileSync(join(outbox, name), 'utf8'))
    looked += 1
  }, 1)
  await sent
  clearInterval(look)
  expect(looked).toBeGreaterThan(0)
  const names = readdirSync(outbox)
  expect(names).toHaveLength(50)
  expect(visible(outbox)).toHaveLength(50)
})

function visible(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch {
    return []
  }
}
