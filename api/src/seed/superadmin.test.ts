import { describe, expect, test } from 'vitest'
import { NewPassword } from '@rootsquare/contract/lib/fields'
import { BadSetting } from '#api/settings.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { demoPassword, insertDemo } from './demo/demo.ts'
import { seedSuperadmin } from './superadmin.ts'

const credentials = {
  SUPERADMIN_USERNAME: 'admin',
  SUPERADMIN_EMAIL: 'keeper@example.com',
  SUPERADMIN_PASSWORD: 'Given#1secret',
}

const superadmins = ({ deps: { db } }: TestApp) =>
  db
    .selectFrom('members')
    .select(['username', 'email', 'verified_at'])
    .where('role', '=', 'SUPERADMIN')
    .orderBy('id')
    .execute()

async function logIn(app: TestApp, username: string, userSecret: string) {
  const { status, body } = await app.call('POST', '/login', { body: { username, userSecret } })
  return { status, roles: body.data?.roles }
}
const loggedIn = { status: 200, roles: ['SUPERADMIN'] }

describe('the first start', () => {
  test('creates a super admin and prints the random password once', async () => {
    const app = await temporaryApp()
    const made = await seedSuperadmin(app.deps)
    expect(made?.username).toBe('superadmin')
    expect(NewPassword.safeParse(made?.password).success).toBe(true)
    expect(await logIn(app, 'superadmin', String(made?.password))).toEqual(loggedIn)
    expect(await seedSuperadmin(app.deps)).toBeNull()
    expect(await superadmins(app)).toHaveLength(1)
  })

  test('two databases get two passwords', async () => {
    const [one, other] = [await temporaryApp(), await temporaryApp()]
    const made = [await seedSuperadmin(one.deps), await seedSuperadmin(other.deps)]
    expect(made[0]?.password).not.toBe(made[1]?.password)
  })

  test('creates the super admin of the settings without logging the password', async () => {
    const app = await temporaryApp({ settings: credentials })
    expect(await seedSuperadmin(app.deps)).toBeNull()
    expect(await superadmins(app)).toEqual([
      { username: 'admin', email: 'keeper@example.com', verified_at: expect.any(Date) },
    ])
    expect(await logIn(app, 'keeper@example.com', credentials.SUPERADMIN_PASSWORD)).toEqual(loggedIn)
  })

  test('creates one and prints the password on five nodes at once', async () => {
    const app = await temporaryApp()
    const made = await Promise.all(Array.from({ length: 5 }, () => seedSuperadmin(app.deps)))
    expect(made.filter((one) => one !== null)).toHaveLength(1)
    expect(await superadmins(app)).toHaveLength(1)
  })
})

describe('with a public PUBLIC_URL', () => {
  const open = ({ deps }: TestApp, more: object = {}) => ({
    ...deps,
    settings: { ...deps.settings, hasPublicUrl: true, ...more },
  })

  test('creates one only with an address', async () => {
    const app = await temporaryApp()
    const refused = seedSuperadmin(open(app, { superadmin: { username: 'admin' } }))
    await expect(refused).rejects.toThrow(/^SUPERADMIN_EMAIL is missing: [^.]+\.$/)
    expect(await superadmins(app)).toEqual([])
    const settings = { superadmin: { email: 'keeper@example.com' } }
    expect(await seedSuperadmin(open(app, settings))).toMatchObject({ username: 'superadmin' })
    expect(await seedSuperadmin(open(app))).toBeNull()
    expect(await superadmins(app)).toMatchObject([{ email: 'keeper@example.com' }])
  })

  test('names the command for one that was made without an address', async () => {
    const app = await temporaryApp()
    await seedSuperadmin(app.deps)
    const settings = { superadmin: { username: 'admin', email: 'keeper@example.com' } }
    for (const deps of [open(app), open(app, settings)])
      await expect(seedSuperadmin(deps)).rejects.toThrow(/"npm run admin -- set-email superadmin <address>"/)
    await buildMember(app, { role: 'SUPERADMIN' })
    expect(await seedSuperadmin(open(app))).toBeNull()
  })
})

describe('with the demo data', () => {
  test('uses the demo’s super admin if the settings name none', async () => {
    const app = await temporaryApp()
    await insertDemo(app.deps)
    expect(await seedSuperadmin(app.deps)).toBeNull()
    expect(await superadmins(app)).toMatchObject([{ username: 'tunde.adeleye' }])
  })

  test('adds the one of the settings once', async () => {
    const app = await temporaryApp({ settings: credentials })
    await insertDemo(app.deps)
    await seedSuperadmin(app.deps)
    await seedSuperadmin(app.deps)
    expect(await superadmins(app)).toMatchObject([{ username: 'tunde.adeleye' }, { username: 'admin' }])
    expect(await logIn(app, 'tunde.adeleye', demoPassword)).toMatchObject({ status: 200 })
  })
})

describe('an invalid setting stops the start and is named', () => {
  test.each([
    ['SUPERADMIN_PASSWORD', 'weak'],
    ['SUPERADMIN_PASSWORD', 'longbutplain'],
    ['SUPERADMIN_EMAIL', 'not an address'],
    ['SUPERADMIN_USERNAME', 'a b'],
    ['SUPERADMIN_USERNAME', 'ọba'],
  ])('%s=%s', async (name, value) => {
    const app = await temporaryApp({ settings: { ...credentials, [name]: value } })
    const refused = seedSuperadmin(app.deps)
    await expect(refused).rejects.toThrow(BadSetting)
    await expect(refused).rejects.toThrow(name)
    await expect(refused).rejects.not.toThrow(value)
    expect(await superadmins(app)).toEqual([])
  })

  test.each([
    ['SUPERADMIN_USERNAME', { username: 'Admin' }],
    ['SUPERADMIN_EMAIL', { email: 'Keeper@example.com' }],
  ])('%s of a member who is no super admin', async (name, taken) => {
    const app = await temporaryApp({ settings: credentials })
    await buildMember(app, taken)
    await expect(seedSuperadmin(app.deps)).rejects.toThrow(name)
    expect(await superadmins(app)).toEqual([])
  })
})
