import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { KnownEvent } from '#api/ports/bus/bus.ts'
import { memoryBus } from '#api/ports/bus/memory.ts'
import { buildMembers } from '#api/test/builders/members.ts'
import { write } from '#api/test/builders/messages.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import { openHub } from './hub.ts'
import { eventText } from './live-events.ts'
import { readRow } from '#api/test/rows.ts'

/** Delays the result of a database read until the gate is opened. */
function gatedReading() {
  let gate = Promise.resolve()
  let arrived = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      arrived += 1
      await gate
      return result
    },
  }
  return {
    plugin,
    arrived: () => arrived,
    close() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
  }
}

test('a late read does not overwrite a newer badge', async () => {
  const app = await temporaryApp()
  const [member, sender] = await buildMembers(app, 2)
  const session = await readRow(app.deps.db, 'sessions', { member_id: member.id }, ['id'])
  const bus = memoryBus()
  const reading = gatedReading()
  const hub = openHub({ ...app.deps, bus, db: app.deps.db.withPlugin(reading.plugin) })
  onTestFinished(() => hub.close())
  const written: string[] = []
  const viewer = { id: member.id, role: member.role, sessionId: session.id }
  hub.add({ viewer, write: (text) => written.push(text), end() {}, onClose() {} }, 0)
  await expect
    .poll(() => written)
    .toEqual([eventText('unread', { senders: 0 }) + eventText('notification', { unread: 0 })])

  const open = reading.close()
  bus.wake([member.id])
  await expect.poll(reading.arrived).toBe(2)
  const message = await write(app, sender, member)
  const known: KnownEvent = {
    memberId: member.id,
    number: 1,
    text: eventText('message', message, 1),
    senders: 1,
  }
  bus.news([member.id], [known])
  open()
  await expect.poll(() => written.join('')).toContain('event: message')
  await expect.poll(reading.arrived).toBe(3)
  expect(written.join('').match(/event: message/g)).toHaveLength(1)
  expect(written.join('').match(/"senders":\d+/g)).toEqual(['"senders":0', '"senders":1'])
})
