import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listAudit } from '@rootsquare/contract/moderation'
import { dataOf } from '#api/test/answer.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { runAdmin } from './run-admin.ts'

const app = await sharedApp()
const { db } = app.deps

/** Runs a command as a person would who gives this answer, or none. */
async function run(args: string[], { answer, settings = {} }: { answer?: string; settings?: object } = {}) {
  const [said, errors, asked]: [string[], string[], string[]] = [[], [], []]
  const terminal = {
    say: (line: string) => said.push(line),
    printError: (line: string) => errors.push(line),
    ask: async (question: string) => {
      asked.push(question)
      return answer
    },
  }
  const own = { DATABASE_URL: app.databaseUrl, JWT_SECRET: 'x'.repeat(32), DATA_DIR: app.folder }
  const code = await runAdmin(args, terminal, { ...own, ...settings })
  return { code, said: said.join('\n'), error: errors.join('\n'), asked }
}

const rowOf = (id: number) =>
  db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const actsOn = (id: number) =>
  db.selectFrom('audit_log').select(['actor_id', 'action']).where('member_id', '=', id).execute()
const mailsTo = async (address: string) => (await app.mails()).filter(({ to }) => to === address)
const logIn = (username: string, userSecret: string) =>
  app.call('POST', '/login', { body: { username, userSecret } })
const addCode = (member_id: number) =>
  db
    .insertInto('codes')
    .values({
      code_hash: Buffer.from(`code of ${member_id}`),
      member_id,
      kind: 'reset',
      created_at: new Date(),
      expires_at: new Date(),
    })
    .execute()
const codesOf = (id: number) => db.selectFrom('codes').select('kind').where('member_id', '=', id).execute()

test('lists the commands, and says what is wrong with others', async () => {
  const help = await run(['--help'])
  expect(help).toMatchObject({ code: 0, error: '' })
  for (const usage of ['reset-password <user>', 'set-email <user> <address>'])
    expect(help.said).toContain(usage)
  for (const [args, error] of [
    [[], 'Name a command.'],
    [['reset'], 'There is no command reset.'],
    [['constructor'], 'There is no command constructor.'],
    [['reset-password', 'ada', '--force'], `Unknown option '--force'`],
    [['reset-password'], 'Usage: npm run admin -- reset-password <user>'],
    [['set-email', 'ada'], 'Usage: npm run admin -- set-email <user> <address>'],
    [['reset-password', 'ada', 'obi'], 'Usage:'],
  ] as const) {
    expect(await run([...args])).toMatchObject({
      code: 1,
      said: '',
      asked: [],
      error: expect.stringContaining(error),
    })
  }
})

test.each([undefined, '', 'no', 'nay', 'yes please'])('does nothing after the answer %j', async (answer) => {
  const member = await buildMember(app)
  const before = await rowOf(member.id)
  for (const args of [
    ['reset-password', member.username],
    ['set-email', member.username, 'new@example.com'],
  ]) {
    const { code, said, error, asked } = await run(args, { answer })
    expect({ code, error, asked }).toEqual({
      code: 1,
      error: 'Nothing was done.',
      asked: ['Go on? (yes/no) '],
    })
    expect(said).toContain(member.username)
  }
  expect(await rowOf(member.id)).toEqual(before)
  expect(await actsOn(member.id)).toEqual([])
})

test('resets a password, which ends sessions and links', async () => {
  const member = await buildMember(app)
  await addCode(member.id)
  const { code, said, asked } = await run(['reset-password', member.username.toUpperCase(), '--yes'])
  expect({ code, asked }).toEqual({ code: 0, asked: [] })
  const password = /shown this once: {2}(\S+)$/.exec(said)?.[1] ?? ''
  expect((await app.call('GET', '/notifications/unread', { token: member.token })).status).toBe(401)
  expect((await logIn(member.username, member.password)).status).toBe(400)
  expect((await logIn(member.username, password)).status).toBe(200)
  expect(await codesOf(member.id)).toEqual([])
  expect(await actsOn(member.id)).toEqual([{ actor_id: null, action: 'RESET_PASSWORD' }])
})

test('sets an address, ends links of the old one and tells it', async () => {
  const member = await buildMember(app, { email: 'superadmin@localhost', role: 'SUPERADMIN' })
  await addCode(member.id)
  const { code, said } = await run(['set-email', 'SuperAdmin@localhost', ' Owner@example.com '], {
    answer: ' Yes ',
  })
  expect(code, said).toBe(0)
  expect(said).toContain('from superadmin@localhost to Owner@example.com')
  expect(await rowOf(member.id)).toMatchObject({ email: 'Owner@example.com' })
  expect(await codesOf(member.id)).toEqual([])
  const [mail] = await mailsTo('superadmin@localhost')
  expect(mail).toMatchObject({
    subject: 'Your e-mail address was changed',
    text: expect.stringContaining(member.username),
  })
  expect(mail?.text).not.toContain('Owner@example.com')
  expect((await logIn('owner@example.com', member.password)).status).toBe(200)

  const query = { userId: member.id }
  const log = await app.call('GET', '/user/admin/audit', { token: member.token, query })
  expect(dataOf(listAudit, log).content).toMatchObject([
    { actorId: null, actorUsername: null, action: 'SET_EMAIL' },
  ])
})

test('verifies an unverified member by a new address', async () => {
  const member = await buildMember(app, { verified_at: null })
  const { said } = await run(['reset-password', member.username], { answer: 'no' })
  expect(said).toContain(`${member.username} has not verified an e-mail address yet`)
  expect(await run(['set-email', member.email, `new.${member.email}`, '--yes'])).toMatchObject({ code: 0 })
  expect((await logIn(member.username, member.password)).status).toBe(200)
})

test('says that a banned, suspended or closing member stays so', async () => {
  const now = new Date()
  for (const [columns, sentence] of [
    [{ banned_at: now }, 'is banned, and cannot sign in'],
    [{ suspended_until: new Date(now.getTime() + 86_400_000) }, 'is suspended, and cannot sign in'],
    [{ closure_requested_at: now }, 'has asked to close this account'],
  ] as const) {
    const member = await buildMember(app, columns)
    const { code, said } = await run(['reset-password', member.username, '--yes'])
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining(`${member.username} ${sentence}`),
    })
    expect((await logIn(member.username, member.password)).status).toBe(400)
  }
})

test('rejects unknown members, and addresses that are wrong, taken or the same', async () => {
  const [one, other] = [await buildMember(app), await buildMember(app)]
  for (const [args, error] of [
    [['reset-password', 'nobody.here'], 'There is no member nobody.here.'],
    [['set-email', 'nobody.here', 'a@example.com'], 'There is no member nobody.here.'],
    [['set-email', one.username, 'a@localhost'], 'a@localhost is no e-mail address.'],
    [['set-email', one.username, 'a@example.com, b@example.com'], 'is no e-mail address.'],
    [['set-email', one.username, other.email.toUpperCase()], 'is the address of another member.'],
    [['set-email', one.username, one.email], `is the address of ${one.username} already.`],
  ] as const)
    expect(await run([...args, '--yes'])).toMatchObject({
      code: 1,
      error: expect.stringContaining(error),
    })
  expect(await rowOf(one.id)).toMatchObject({ email: one.email })
  expect(await actsOn(one.id)).toEqual([])
})

test('of two at once for one address or one member, one is carried out', async () => {
  const members = [await buildMember(app), await buildMember(app)]
  const sets = (address: (n: number) => string, whom: (n: number) => string) =>
    Promise.all([0, 1].map((n) => run(['set-email', whom(n), address(n), '--yes'])))
  const forOne = await sets(
    () => 'wanted@example.com',
    (n) => members[n]?.username ?? '',
  )
  expect(forOne.map(({ code }) => code).toSorted()).toEqual([0, 1])
  const ofOne = await sets(
    (n) => `other${n}@example.com`,
    () => members[0]?.username ?? '',
  )
  expect(ofOne.map(({ code }) => code)).toContain(0)
  const acts = await actsOn(members[0]?.id ?? 0)
  expect(acts.length).toBe([...forOne.slice(0, 1), ...ofOne].filter(({ code }) => code === 0).length)
})

test('says that a mail could not be sent, and changes the address', async () => {
  const member = await buildMember(app)
  const settings = { SMTP_URL: 'smtp://127.0.0.1:1' }
  const { code, said } = await run(['set-email', member.username, `x.${member.email}`, '--yes'], { settings })
  expect(code).toBe(0)
  expect(said).toContain(`${member.email} could not be told by mail`)
  expect(await rowOf(member.id)).toMatchObject({ email: `x.${member.email}` })
})

test('needs no data folder where the database is elsewhere', async () => {
  const { username } = await buildMember(app)
  const folder = join(app.folder, 'none')
  const { code, error } = await run(['reset-password', username, '--yes'], { settings: { DATA_DIR: folder } })
  expect([code, error, existsSync(folder)]).toEqual([0, '', false])
})

test('names a bad setting and a database that no product has prepared', async () => {
  const named = { settings: { PORT: 'x' } }
  expect((await run(['reset-password', 'ada'], named)).error).toMatch(/^Setting: PORT must be/)
  const url = new URL(app.databaseUrl)
  url.pathname = '/postgres'
  const empty = await run(['reset-password', 'ada'], { settings: { DATABASE_URL: url.href } })
  expect(empty).toMatchObject({ code: 1, error: expect.stringContaining('Start the product once') })
  const none = { settings: { DATABASE_URL: '', DATA_DIR: `${app.folder}/none` } }
  expect((await run(['reset-password', 'ada'], none)).error).toMatch(/^There is no embedded database/)
})
