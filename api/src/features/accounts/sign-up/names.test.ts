import { describe, expect, test } from 'vitest'
import { nameErrors } from '@rootsquare/contract/lib/fields'
import { buildMember, buildSignUp, mailsTo, password } from '#api/test/builders/members.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const member = await buildMember(app)
const superadmin = await buildMember(app, { role: 'SUPERADMIN' })

let number = 0
const signUp = async (firstName: string, lastName: string) =>
  app.call('POST', '/create/user', { body: await buildSignUp(app, { firstName, lastName }) })
const changeProfile = (firstname: string, lastname: string) =>
  app.call('PUT', `/user/update/${member.id}`, { token: member.token, body: { firstname, lastname } })
const createAdmin = (firstName: string, lastName: string) => {
  number += 1
  const login = {
    username: `named${number}`,
    emailAddress: `named${number}@example.com`,
    cipherCode: password,
  }
  const body = { firstName, lastName, ...login, userLevel: 3, roleId: 2 }
  return app.call('POST', '/user/admin/create', { token: superadmin.token, body })
}
const createGroup = (name: string) => {
  const body = { name, description: 'A people.' }
  return app.call('POST', '/groups/create', { token: superadmin.token, body })
}

const { hidden, isAddress, severalLines } = nameErrors

const rejected = [
  ['Ada\nYour account is blocked', severalLines],
  ['Ada\r\nBcc: all@example.com', severalLines],
  ['Ada\u2028Line', severalLines],
  ['Ada\u2029Line', severalLines],
  ['Ada\u0085Line', severalLines],
  ['Ada\u000bLine', severalLines],
  ['Ada\u0007', hidden],
  ['\u202eadA', hidden],
  ['Ada\u2066x\u2069', hidden],
  ['Ada\u200fNwosu', hidden],
  ['A\u200bda', hidden],
  ['A\u2060da', hidden],
  ['A\ufeffda', hidden],
  ['Visit http://evil.example', isAddress],
  ['HTTPS://evil.example/x', isAddress],
  ['Win at www.evil.example', isAddress],
  ['evil.example/win', isAddress],
  ['bit.ly/2abc', isAddress],
  ['Go to evil.com now', isAddress],
  ['evil。com', isAddress],
  ['ｅｖｉｌ．ｃｏｍ', isAddress],
  ['call me@evil.example', isAddress],
] as const

describe.each(rejected)('the name %j', (name, message) => {
  test('is rejected with the same text everywhere', async () => {
    const fields = [
      expectFailure(await signUp(name, name), 400, 'INVALID').fields,
      expectFailure(await changeProfile(name, name), 400, 'INVALID').fields,
      expectFailure(await createAdmin(name, name), 400, 'INVALID').fields,
      expectFailure(await createGroup(name), 400, 'INVALID').fields,
    ]
    expect(fields).toEqual([
      { firstName: message, lastName: message },
      { firstname: message, lastname: message },
      { firstName: message, lastName: message },
      { name: message },
    ])
  })
})

const real = [
  "O'Neil",
  'D’Souza',
  'Ọláyínká',
  'Mary-Jane',
  'Adéọlá Jr.',
  'St. John',
  'St.John',
  'J.R.R.',
  'Ben E. King Sr.',
  'van der Merwe',
  'محمد',
  'Ɓala Ƙofa',
  'Nwaṅgwụ',
  'Amaka / Ada',
  'A',
]

describe.each(real)('the real name %j', (name) => {
  test('is stored as written', async () => {
    expectOk(await signUp(name, name))
    expectOk(await createAdmin(name, name))
    const stored = { firstname: name.normalize('NFC'), lastname: name.normalize('NFC') }
    expect(await changeProfile(name, name)).toMatchObject({ status: 200, body: { data: stored } })
  })
})

test('removes spaces and line breaks around a name', async () => {
  const stored = { firstname: 'Ada', lastname: 'van Wyk' }
  const answer = await changeProfile(' \nAda\r\n', '\tvan \t Wyk ')
  expect(answer).toMatchObject({ status: 200, body: { data: stored } })
})

test('does not let an old name add a line to a mail', async () => {
  const firstname = 'Ada,\n\nYour account\r\nis \u202eblocked\u2028call\u2029now\u0085\u0007me\u200b'
  const old = await buildMember(app, { firstname })
  const resetUrl = `${app.deps.settings.publicUrl}/update-password`
  await app.call('POST', '/password/reset', { body: { email: old.email, resetUrl } })
  const [mail] = await mailsTo(app, old.email)
  const greeting = 'Hello Ada, Your account is blocked call now me,'
  expect(mail?.text.split('\n\n')[0]).toBe(greeting)
  expect(mail?.html).toContain(`>${greeting}</p>`)
  expect(`${mail?.subject}${mail?.text.replaceAll('\n', '')}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
})
