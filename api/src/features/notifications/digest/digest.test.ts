import { beforeEach, describe, expect, test } from 'vitest'
import { allJobs } from '#api/all-jobs.ts'
import { toCronItems } from '#api/jobs/runner.ts'
import { runDueJobs } from '#api/test/run-due-jobs.ts'
import type { Mail } from '#api/ports/mail/mail.ts'
import {
  buildBlock,
  buildFollow,
  buildMember,
  buildPost,
  buildToken,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { readAll, write } from '#api/test/builders/messages.ts'
import { buildNotifications, like, readNotifications } from '#api/test/builders/notifications.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { lastDigestTime, queueDigests } from './queue-digests.ts'

const hour = 3_600_000
const week = 168 * hour
const sent: Mail[] = []
let isMailDown = false
const mailer = {
  send: async (mail: Mail) => {
    if (isMailDown) throw new Error('The mail server is away.')
    sent.push(mail)
  },
  close() {},
}
const app = await sharedApp({ mailer })
const { db } = app.deps

/** Each test uses a separate week, which begins on a Tuesday. */
beforeEach(() => {
  isMailDown = false
  sent.splice(0)
  app.clock.move(nextMonday() + 24 * hour - app.clock.now().getTime())
})

const nextMonday = () => lastDigestTime(app.clock.now()).getTime() + week

function waitForMonday(): void {
  app.clock.move(nextMonday() - app.clock.now().getTime())
}

async function sendDigests(): Promise<void> {
  await queueDigests.run(app.deps, {})
  await app.runJobs()
}

const mailsTo = ({ email }: Member) => sent.filter(({ to }) => to === email)

/** Creates an author whose post was liked. */
async function likedAuthor() {
  const [author, fan] = await Promise.all([buildMember(app), buildMember(app)])
  const post = await buildPost(app, author, { caption: 'New yam' })
  await like(app, fan, post)
  return { author, fan, post }
}

function switchMail({ token }: Member, kind: string, mail: boolean) {
  return app.call('PUT', '/notifications/settings', { token, body: { kinds: { [kind]: { mail } } } })
}

test('the digest is due on Monday at seven in Lagos', () => {
  const at = (time: string) => lastDigestTime(new Date(time)).toISOString()
  expect(at('2026-11-16T06:00:00.000Z')).toBe('2026-11-16T06:00:00.000Z')
  expect(at('2026-11-16T05:59:59.999Z')).toBe('2026-11-09T06:00:00.000Z')
  expect(at('2026-11-22T23:00:00.000Z')).toBe('2026-11-16T06:00:00.000Z')
  expect(toCronItems([queueDigests])).toMatchObject([
    { match: '0 6-22 * * 1', options: { queueName: 'digests' } },
  ])
})

describe('the weekly digest', () => {
  test('lists unread notifications by topic with links', async () => {
    const { author, fan, post } = await likedAuthor()
    await buildFollow(app, fan, author)
    waitForMonday()
    await sendDigests()
    const name = `${fan.firstname} ${fan.lastname}`
    const origin = 'http://localhost:3000'
    const [mail] = mailsTo(author)
    expect(mail?.subject).toBe('What you missed on Rootsquare this week')
    expect(mail?.text).toContain(
      `Posts and comments\n- ${name} liked your post (New yam): ${origin}/post/${post.id}\n\n` +
        `People and groups\n- ${name} started following you: ${origin}/u/${fan.username}`,
    )
    expect(mail?.html).toContain(`href="${origin}/post/${post.id}"`)
    const token = /unsubscribe\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(mail?.headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Id': 'Rootsquare weekly <weekly.localhost>',
      'List-Unsubscribe': `<${origin}/api/notifications/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test.each([
    [35, 'Here are the newest 30. 5 more are waiting for you.'],
    [101, 'Here are the newest 30. More than 70 more are waiting for you.'],
  ])('says how many of %i it omits', async (count, text) => {
    const reader = await buildMember(app)
    await buildNotifications(app, reader, count)
    waitForMonday()
    await sendDigests()
    expect(mailsTo(reader)[0]?.text).toContain(text)
  })

  test('is sent once a week, however many workers and nodes there are', async () => {
    const { author, post } = await likedAuthor()
    waitForMonday()
    await Promise.all([queueDigests.run(app.deps, {}), queueDigests.run(app.deps, {})])
    await Promise.all([runDueJobs(app.deps, allJobs), runDueJobs(app.deps, allJobs)])
    app.clock.move(hour)
    await sendDigests()
    expect(mailsTo(author)).toHaveLength(1)
    await readNotifications(app, { token: await buildToken(app, author) })
    await like(app, await buildMember(app), post)
    waitForMonday()
    await sendDigests()
    expect(mailsTo(author)).toHaveLength(2)
  })

  test('is sent once by a job that runs twice', async () => {
    const { author } = await likedAuthor()
    waitForMonday()
    await sendDigests()
    const dueAt = lastDigestTime(app.clock.now()).toISOString()
    const job = allJobs.find(({ name }) => name === 'send-digest')
    await Promise.all([1, 2].map(() => job?.run(app.deps, { memberId: author.id, dueAt })))
    expect(mailsTo(author)).toHaveLength(1)
  })

  test('is retried while the mail server is unavailable', async () => {
    const { author } = await likedAuthor()
    waitForMonday()
    isMailDown = true
    await sendDigests()
    isMailDown = false
    const dueAt = lastDigestTime(app.clock.now()).toISOString()
    await allJobs.find(({ name }) => name === 'send-digest')?.run(app.deps, { memberId: author.id, dueAt })
    expect(mailsTo(author)).toHaveLength(1)
  })

  test.each<[string, (people: { author: Member; fan: Member }) => Promise<unknown>]>([
    ['have read it', ({ author }) => readNotifications(app, author)],
    ['have switched the kind off', ({ author }) => switchMail(author, 'LIKE', false)],
    ['have blocked who did it', ({ author, fan }) => buildBlock(app, author, fan)],
    ['are not verified', ({ author }) => updateMember(app, author, { verified_at: null })],
    ['are banned', ({ author }) => updateMember(app, author, { banned_at: app.clock.now() })],
    [
      'are suspended',
      ({ author }) => updateMember(app, author, { suspended_until: new Date(nextMonday() + week) }),
    ],
    ['are leaving', ({ author }) => updateMember(app, author, { closure_requested_at: app.clock.now() })],
    ['had it a week before', async () => waitForMonday()],
  ])('is not sent to members who %s', async (_, change) => {
    const people = await likedAuthor()
    await change(people)
    waitForMonday()
    await sendDigests()
    expect(mailsTo(people.author)).toEqual([])
  })
})

describe('unread messages', () => {
  const textTo = (member: Member) => mailsTo(member)[0]?.text ?? ''

  /** A member to whom two others wrote. */
  async function written() {
    const [reader, ada, bayo] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    for (const from of [ada, ada, ada, bayo]) await write(app, from, reader, 'Never in a mail')
    return { reader, ada, bayo }
  }

  test('are in the digest with who wrote, how many and the conversation', async () => {
    const { reader, ada, bayo } = await written()
    waitForMonday()
    await sendDigests()
    const line = ({ id, firstname, lastname }: Member, what: string) =>
      `- ${firstname} ${lastname} wrote you ${what}: http://localhost:3000/messages/${id}`
    expect(textTo(reader)).toContain(`Messages\n${line(bayo, 'a message')}\n${line(ada, '3 messages')}`)
    expect(textTo(reader)).not.toContain('Never in a mail')
    expect(textTo(reader)).toContain('Read your messages: http://localhost:3000/inbox')
  })

  test('come before notifications', async () => {
    const { author, fan } = await likedAuthor()
    await write(app, fan, author)
    waitForMonday()
    await sendDigests()
    expect(mailsTo(author)).toHaveLength(1)
    expect(textTo(author)).toMatch(/Messages\n.*wrote you a message.*\n\nPosts and comments\n/)
  })

  test('of more than ten members are counted', async () => {
    const reader = await buildMember(app)
    for (let count = 0; count < 12; count += 1) await write(app, await buildMember(app), reader)
    waitForMonday()
    await sendDigests()
    expect(textTo(reader).match(/wrote you a message/g)).toHaveLength(10)
    expect(textTo(reader)).toContain('- 2 more wrote to you: http://localhost:3000/inbox')
  })

  test.each<[string, (people: { reader: Member; ada: Member }) => Promise<unknown>]>([
    ['were read', ({ reader, ada }) => readAll(app, reader, ada)],
    ['are switched off', ({ reader }) => switchMail(reader, 'MESSAGE', false)],
    ['are from a blocked member', ({ reader, ada }) => buildBlock(app, reader, ada)],
    ['are from a banned member', ({ ada }) => updateMember(app, ada, { banned_at: app.clock.now() })],
    ['are from an erased member', ({ ada }) => db.deleteFrom('members').where('id', '=', ada.id).execute()],
    ['are of the week before', async () => waitForMonday()],
  ])('are not in it if they %s', async (_, change) => {
    const [reader, ada] = [await buildMember(app), await buildMember(app)]
    await write(app, ada, reader)
    await change({ reader, ada })
    waitForMonday()
    await sendDigests()
    expect(mailsTo(reader)).toEqual([])
  })

  test('are in the mail of nobody who only wrote', async () => {
    const { ada } = await written()
    waitForMonday()
    await sendDigests()
    expect(mailsTo(ada)).toEqual([])
  })
})

describe('unsubscribing', () => {
  const path = '/notifications/unsubscribe'
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  async function mailedAuthor() {
    const { author } = await likedAuthor()
    waitForMonday()
    await sendDigests()
    const token = /token=([\w.-]+)>/.exec(mailsTo(author)[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    return { author, token }
  }

  test('ends only the mails, even when repeated a year later', async () => {
    const { author, token } = await mailedAuthor()
    app.clock.move(52 * week)
    for (const body of ['List-Unsubscribe=One-Click', '', undefined]) {
      expectOk(await app.call('POST', path, { query: { token }, body, headers: form }))
    }
    const settings = await app.call('GET', '/notifications/settings', {
      token: await buildToken(app, author),
    })
    expect(settings.body.data?.kinds).toMatchObject({
      LIKE: { inApp: true, push: true, mail: false },
      PAYOUT: { inApp: true, push: true, mail: false },
      MESSAGE: { push: true, mail: false },
    })
    await like(app, await buildMember(app), await buildPost(app, author))
    sent.splice(0)
    waitForMonday()
    await sendDigests()
    expect(mailsTo(author)).toEqual([])
  })

  test('requires a token that this server has signed', async () => {
    const [{ token }, other] = [await mailedAuthor(), await buildMember(app)]
    const [, signature = ''] = token.split('.')
    const forged = [`${other.id}.${signature}`, `${token}x`, token.slice(0, -1), signature, 'x', '0.1', '1.']
    for (const wrong of forged) {
      expectFailure(await app.call('POST', path, { query: { token: wrong } }), 400, 'INVALID_CODE')
    }
    expectFailure(await app.call('POST', path), 400)
    expectFailure(await app.call('GET', path, { query: { token } }), 405)
    const rows = db.selectFrom('notification_settings').selectAll().where('member_id', '=', other.id)
    expect(await rows.execute()).toEqual([])
  })

  test('succeeds for an erased member', async () => {
    const { author, token } = await mailedAuthor()
    await db.deleteFrom('members').where('id', '=', author.id).execute()
    expectOk(await app.call('POST', path, { query: { token } }))
  })
})
