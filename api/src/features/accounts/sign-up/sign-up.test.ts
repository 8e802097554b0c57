import { describe, expect, test } from 'vitest'
import { groupConsentWording } from '@rootsquare/contract/accounts'
import { buildSignUp, codeIn, groupIdOf, mailsTo } from '#api/test/builders/members.ts'
import { expectFailure, expectOk, requestText, sendRaw } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { readRow, updateRows } from '#api/test/rows.ts'

const app = await sharedApp()

const texts = ['cipherCode', 'emailAddress', 'firstName', 'lastName', 'username', 'validationUrl']

async function signUp(overrides: Record<string, unknown> = {}) {
  const body = await buildSignUp(app, overrides)
  return { body, answer: await app.call('POST', '/create/user', { body }) }
}

function memberNamed(username: string) {
  return readRow(app.deps.db, 'members', { username })
}

async function countRows() {
  const count = (table: 'members' | 'consents') =>
    app.deps.db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  return { members: (await count('members')).rows, consents: (await count('consents')).rows }
}

/** Expects exactly these errors by field, and that nothing was stored or mailed. */
async function expectRejected(overrides: Record<string, unknown>, fields: Record<string, unknown>) {
  const before = await countRows()
  const { body, answer } = await signUp(overrides)
  expect(expectFailure(answer, 400, 'INVALID').fields).toEqual(fields)
  expect(await countRows()).toEqual(before)
  expect(await mailsTo(app, String(body.emailAddress))).toEqual([])
}

describe('signing up', () => {
  test('returns id, username and address', async () => {
    const { body, answer } = await signUp()
    const member = await memberNamed(body.username)
    expectOk(answer)
    expect(answer.body).toEqual({
      data: { id: member.id, username: body.username, emailAddress: body.emailAddress },
    })
    expect(member).toMatchObject({
      role: 'USER',
      verified_at: null,
      firstname: 'Adaeze',
      lastname: 'Nwosu',
      group_id: body.groupId,
    })
  })

  test('sends one mail whose link contains the code', async () => {
    const { body } = await signUp()
    const mails = await mailsTo(app, body.emailAddress)
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({
      subject: 'Verify your email address',
      text: expect.stringContaining('Hello Adaeze,'),
    })
    expect(mail?.text).toMatch(/ http:\/\/localhost:3000\/mail-validate\?vCode=[\w-]{43}\n/)
    expect(mail?.html).toContain(`href="http://localhost:3000/mail-validate?vCode=${codeIn(mail)}"`)
  })

  test('trims texts, but not the password', async () => {
    const { body, answer } = await signUp({ firstName: '  Adé ', cipherCode: ' Spaces #1 ' })
    expect(answer.status).toBe(200)
    expect(await memberNamed(body.username)).toMatchObject({ firstname: 'Adé' })
    await updateRows(app.deps.db, 'members', { username: body.username }, { verified_at: app.clock.now() })
    const trimmed = { username: body.username, userSecret: 'Spaces #1' }
    expectFailure(await app.call('POST', '/login', { body: trimmed }), 400, 'BAD_CREDENTIALS')
    const exact = { username: body.username, userSecret: ' Spaces #1 ' }
    expectOk(await app.call('POST', '/login', { body: exact }))
  })

  test.each([
    ['Yoruba tone marks', 'Ọlọ́runfẹ́mi'],
    ['hooked letters', 'Ɓala Ɗanƙoƙo'],
    ['Arabic, written from the right', 'عائشة'],
    ['an emoji', '👩🏾'],
    ['quotes', `O'Neil "Ada" \\ %_;--`],
    ['60 emoji', '🥁'.repeat(60)],
  ])('stores %s in a name exactly', async (_, name) => {
    const { body, answer } = await signUp({ firstName: name, lastName: name })
    expect(answer.status).toBe(200)
    expect(await memberNamed(body.username)).toMatchObject({ firstname: name, lastname: name })
  })

  test('shows HTML in a name as text in the mail', async () => {
    const { body } = await signUp({ firstName: '<img src=x onerror=alert(1)>&"' })
    const [mail] = await mailsTo(app, body.emailAddress)
    expect(mail?.html).not.toContain('<img')
    expect(mail?.text).toContain('Hello <img src=x onerror=alert(1)>&",')
  })

  test('stores the consent with its wording and time', async () => {
    const { body, answer } = await signUp({ consent: true })
    expect(answer.status).toBe(200)
    const member = await memberNamed(body.username)
    const consents = app.deps.db.selectFrom('consents').selectAll().where('member_id', '=', member.id)
    expect(await consents.execute()).toEqual([
      {
        id: expect.any(Number),
        member_id: member.id,
        kind: 'ethnic-group',
        wording: groupConsentWording,
        given_at: member.created_at,
      },
    ])
  })

  test.each([undefined, false])('stores no consent for %s', async (consent) => {
    const { body, answer } = await signUp({ consent })
    expect(answer.status).toBe(200)
    const member = await memberNamed(body.username)
    const consents = app.deps.db.selectFrom('consents').select('id').where('member_id', '=', member.id)
    expect(await consents.execute()).toEqual([])
  })

  test('never stores unknown fields', async () => {
    const more = { role: 'SUPERADMIN', roles: ['ADMIN'], verified_at: new Date(), verifiedAt: 1, id: 999_999 }
    const { body, answer } = await signUp({ ...more, isAdmin: true, bio: 'x', phone_number: '08031234567' })
    expect(answer.status).toBe(200)
    const member = await memberNamed(body.username)
    expect(member).toMatchObject({ role: 'USER', verified_at: null, bio: null, phone_number: null })
    expect(member.id).not.toBe(999_999)
  })

  test.each(['"__proto__":{"role":"ADMIN"}', '"constructor":{"prototype":{"role":"ADMIN"}}'])(
    'rejects a body that contains %s',
    async (part) => {
      const body = await buildSignUp(app)
      const before = await countRows()
      const text = `${JSON.stringify(body).slice(0, -1)},${part}}`
      const headers = { 'content-type': 'application/json' }
      expectFailure(await app.call('POST', '/create/user', { body: text, headers }), 400, 'BAD_REQUEST')
      expect(await countRows()).toEqual(before)
    },
  )

  test('uses the last one of a repeated field', async () => {
    const body = await buildSignUp(app)
    const text = `{"firstName":"First",${JSON.stringify(body).slice(1)}`
    const headers = { 'content-type': 'application/json' }
    expectOk(await app.call('POST', '/create/user', { body: text, headers }))
    expect(await memberNamed(body.username)).toMatchObject({ firstname: 'Adaeze' })
  })
})

describe('the required fields of a sign-up', () => {
  test('are all named at once', async () => {
    const failure = expectFailure(await app.call('POST', '/create/user', { body: {} }), 400, 'INVALID')
    const all = [...texts, 'groupId'].map((field) => [field, 'Required.'])
    expect(failure).toEqual({
      error: ['Required.'],
      message: 'Required.',
      code: 'INVALID',
      fields: Object.fromEntries(all),
    })
  })

  test.each([
    ['username', 'ada eze', '3 to 30 letters, digits, _ and .'],
    ['username', 'Admin', 'This username is reserved.'],
    ['emailAddress', 'adaeze@example', 'Email must be valid'],
    ['cipherCode', 'Aa1!aaa', 'Min 8 characters'],
    ['cipherCode', 'aaaaaa1!', 'at least a number, upper & lower case, special character'],
    ['firstName', 'x'.repeat(61), 'Maximum 60 characters allowed'],
    ['lastName', ' \t\n ', 'Required.'],
    ['validationUrl', '', 'Required.'],
    ['groupId', null, 'Required.'],
  ])('%s %j is rejected, and nothing is stored or mailed', async (field, value, expected) => {
    await expectRejected({ [field]: value }, { [field]: expected })
  })

  test.each([987_654_321, Number.MAX_SAFE_INTEGER])(
    'include an existing group, unlike %i',
    async (groupId) => {
      await expectRejected({ groupId }, { groupId: 'This group does not exist.' })
    },
  )
})

describe('usernames', () => {
  test('spaces around a username are removed', async () => {
    const { body } = await signUp()
    const { answer } = await signUp({ username: ` ${body.username} ` })
    expectFailure(answer, 409, 'TAKEN')
  })
})

describe('names and addresses that are taken', () => {
  test('a username in any case is a 409 that names the field', async () => {
    const { body } = await signUp()
    const { answer } = await signUp({ username: body.username.toUpperCase() })
    expect(expectFailure(answer, 409, 'TAKEN').fields).toEqual({
      username: 'This username is already taken.',
    })
  })

  test('an address in any case is a 409 that names the field', async () => {
    const { body } = await signUp()
    const { answer } = await signUp({ emailAddress: body.emailAddress.toUpperCase() })
    expect(expectFailure(answer, 409, 'TAKEN').fields).toEqual({
      emailAddress: 'This email address is already registered.',
    })
  })

  test('both fields are named when both are taken', async () => {
    const { body: one } = await signUp()
    const { body: other } = await signUp()
    const fields = {
      username: 'This username is already taken.',
      emailAddress: 'This email address is already registered.',
    }
    const same = await signUp({ username: one.username, emailAddress: one.emailAddress })
    expect(expectFailure(same.answer, 409, 'TAKEN').fields).toEqual(fields)
    const mixed = await signUp({ username: one.username, emailAddress: other.emailAddress })
    expect(expectFailure(mixed.answer, 409, 'TAKEN').fields).toEqual(fields)
  })

  test('20 concurrent sign-ups with one username create one member', async () => {
    const { username } = await buildSignUp(app)
    const all = await Promise.all(Array.from({ length: 20 }, () => signUp({ username, consent: true })))
    const [made, ...more] = all.filter(({ answer }) => answer.status === 200)
    expect(more).toEqual([])
    for (const { answer } of all.filter((one) => one !== made)) {
      expect(expectFailure(answer, 409, 'TAKEN').fields).toEqual({
        username: 'This username is already taken.',
      })
    }
    const members = app.deps.db.selectFrom('members').select('email').where('username', '=', username)
    expect(await members.execute()).toEqual([{ email: made?.body.emailAddress }])
    await app.runJobs()
    const addresses = new Set(all.map(({ body }) => body.emailAddress))
    expect((await app.mails()).filter(({ to }) => addresses.has(to))).toHaveLength(1)
  })

  test('ten concurrent sign-ups with one address create one member', async () => {
    const { emailAddress } = await buildSignUp(app)
    const spelled = (place: number) => emailAddress.slice(0, place).toUpperCase() + emailAddress.slice(place)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, place) => signUp({ emailAddress: spelled(place) })),
    )
    expect(all.map(({ answer }) => answer.status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    for (const { answer } of all.filter(({ answer: { status } }) => status === 409)) {
      expect(expectFailure(answer, 409, 'TAKEN').fields).toHaveProperty('emailAddress')
    }
  })
})

describe('the link in the sign-up mail', () => {
  test.each([
    'http://evil.example/mail-validate',
    'https://localhost:3000/mail-validate',
    '//evil.example/mail-validate',
    '/mail-validate',
    'mail-validate',
    'http://localhost:3000@evil.example/mail-validate',
    'http://user@localhost:3000/mail-validate',
    'http://user:word@localhost:3000/mail-validate',
    'http://localhost.evil.example:3000/mail-validate',
    'http://evil.localhost:3000/mail-validate',
    'http://localhost:3001/mail-validate',
    'http://localhost:30001/mail-validate',
    'http://localhost/mail-validate',
    'http://127.0.0.1:3000/mail-validate',
    'javascript:alert(1)',
    'blob:http://localhost:3000/mail-validate',
    'javascript://localhost:3000/%0aalert(1)',
    'data:text/html,x',
    'http://localhost:3000/mail-validate?next=http://evil.example',
    'http://localhost:3000/mail-validate?"><script>alert(1)</script>',
    'http://localhost:3000/mail-validate#@evil.example',
    'http://',
    'nonsense',
  ])('cannot lead to %s, and no mail is sent', async (validationUrl) => {
    await expectRejected({ validationUrl }, { validationUrl: 'Must be an address of http://localhost:3000.' })
  })

  test('may lead to another of our paths, which is escaped', async () => {
    const { body, answer } = await signUp({ validationUrl: `http://localhost:3000/a"><script>'/x` })
    expect(answer.status).toBe(200)
    const [mail] = await mailsTo(app, body.emailAddress)
    expect(mail?.html).not.toContain('<script')
    expect(mail?.html).toMatch(/href="http:\/\/localhost:3000\/a%22%3E%3Cscript%3E&#39;\/x\?vCode=[\w-]{43}"/)
  })

  test('ignores Host, Origin and forwarded headers', async () => {
    const body = await buildSignUp(app)
    const forged = {
      host: 'evil.example',
      origin: 'http://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      referer: 'http://evil.example/',
      'content-type': 'application/json',
    }
    const text = requestText('POST /api/create/user', forged, JSON.stringify(body))
    expectOk(await sendRaw(app.url, text))
    const [mail] = await mailsTo(app, body.emailAddress)
    expect(mail?.text).toMatch(/ http:\/\/localhost:3000\/mail-validate\?vCode=/)
    expect(JSON.stringify(mail)).not.toContain('evil')
    const wanted = await buildSignUp(app, { validationUrl: 'http://evil.example/mail-validate' })
    const rejected = requestText('POST /api/create/user', forged, JSON.stringify(wanted))
    expectFailure(await sendRaw(app.url, rejected), 400, 'INVALID')
    expect(await mailsTo(app, wanted.emailAddress)).toEqual([])
  })
})

describe('the limit of sign-ups', () => {
  test('is 60 an hour from one network, then 429 until the hour is over', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' } })
    const from = { 'x-forwarded-for': '203.0.113.7' }
    for (let turn = 0; turn < 60; turn += 1) {
      expectFailure(await limited.call('POST', '/create/user', { body: {}, headers: from }), 400, 'INVALID')
    }
    const body = await buildSignUp(limited)
    const rejected = await limited.call('POST', '/create/user', { body, headers: from })
    expectFailure(rejected, 429, 'TOO_MANY_REQUESTS')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3500)
    const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
    expectOk(await limited.call('POST', '/create/user', { body, headers: elsewhere }))
    limited.clock.move(3_601_000)
    const later = await buildSignUp(limited)
    expectOk(await limited.call('POST', '/create/user', { body: later, headers: from }))
  })
})

test('an unverified member is not counted in the group', async () => {
  const groupId = await groupIdOf(app, 'tiv')
  const { answer } = await signUp({ groupId })
  expect(answer.status).toBe(200)
  const group = await app.call('GET', `/groups/${groupId}`)
  expect(group.body.data).toMatchObject({ users: 0 })
})
