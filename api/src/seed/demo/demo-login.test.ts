import { expect, test } from 'vitest'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import { buildMember, updateMember } from '#api/test/builders/members.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { demoPassword } from './demo.ts'
import { findDemoLogin } from './demo-login.ts'

const app = await sharedApp()
const { db, settings } = app.deps
const local = { db, settings: { ...settings, isDemo: true, isLocal: true } }

test('offers the log-in of the demo member only with demo data on this machine', async () => {
  expect(await findDemoLogin(local)).toBeUndefined()
  const member = await buildMember(app, { username: 'adaeze.n', firstname: 'Adaeze' })
  expect(await findDemoLogin(local)).toBeUndefined()
  await updateMember(app, member, { password_hash: await hashPassword(demoPassword) })
  expect(await findDemoLogin(local)).toEqual({
    name: 'Adaeze',
    username: 'adaeze.n',
    password: demoPassword,
  })
  for (const changed of [{ isDemo: false }, { isLocal: false }])
    expect(await findDemoLogin({ db, settings: { ...local.settings, ...changed } })).toBeUndefined()
})
