import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/profiles'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildBlock, buildFollow, buildMedia, buildMember, groupIdOf } from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { openTransaction, untilWaiting } from '#api/test/waiting.ts'

const app = await sharedApp()

const profileOf = (id: number | string, token: string) => app.call('GET', `/user/${id}`, { token })
const byName = (username: string, token: string) =>
  app.call('GET', `/user/by-username/${encodeURIComponent(username)}`, { token })
const update = (member: Member, body: unknown, id: number | string = member.id) =>
  app.call('PUT', `/user/update/${id}`, { body, token: member.token })

const changed = (answer: Called) => dataOf(api.updateProfile, answer)

function rowOf(id: number) {
  return app.deps.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const bio = 'Ọmọ Ìbàdàn 🥁 عربي'

describe('a profile', () => {
  test('is complete for its owner', async () => {
    const member = await buildMember(app, { phone_number: '08031234567', bio })
    const other = await buildMember(app)
    await buildFollow(app, other, member)
    const answer = await profileOf(member.id, member.token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: {
        id: member.id,
        username: member.username,
        firstname: member.firstname,
        lastname: member.lastname,
        email: member.email,
        phoneNumber: '08031234567',
        bio,
        profileImage: null,
        headerImage: null,
        role: 'USER',
        groupId: await groupIdOf(app, 'yoruba'),
        groupName: 'Yoruba',
        showGroup: true,
        showPresence: true,
        followersCount: 1,
        followingCount: 0,
        postsCount: 0,
        groupsCount: 1,
        itemsCount: 0,
        createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        isFollowedByUser: false,
        isBlockedByUser: false,
        can: { update: true },
      },
    })
  })

  test('hides private fields from other members', async () => {
    const member = await buildMember(app, {
      phone_number: '08031234567',
      phone_e164: '+2348031234567',
      closure_requested_at: app.clock.now(),
      suspended_until: inDays(app.clock.now(), 1),
      suspension_reason: 'Insults',
    })
    const { token } = await buildMember(app)
    for (const answer of [await profileOf(member.id, token), await byName(member.username, token)]) {
      expect(answer).toMatchObject({ status: 200, body: { data: { email: null, phoneNumber: null } } })
      expect(dataOf(api.getProfile, answer).can).toEqual({ update: false })
      expect(JSON.stringify(answer.body)).not.toMatch(
        /@example|803123|argon2|Insults|closure|suspen|SUSPEN|"status"|showGroup/,
      )
    }
  })

  test('shows the status to staff only', async () => {
    const until = inDays(app.clock.now(), 1)
    const suspended = await buildMember(app, { suspended_until: until })
    const banned = await buildMember(app, { suspended_until: until, banned_at: app.clock.now() })
    const { token } = await buildMember(app, { role: 'ADMIN' })
    const seen = async ({ id }: { id: number }) => dataOf(api.getProfile, await profileOf(id, token))
    expect(await seen(suspended)).toMatchObject({
      status: 'SUSPENDED',
      suspendedUntil: until.toISOString(),
    })
    expect(await seen(banned)).toMatchObject({ status: 'BANNED', suspendedUntil: null })
  })

  test('counts the items that the viewer can see', async () => {
    const [seller, other] = [await buildMember(app), await buildMember(app)]
    const admin = await buildMember(app, { role: 'ADMIN' })
    for (const is_approved of [true, true, false]) await buildItem(app, seller, { is_approved })
    const counts = async (viewers: (typeof seller)[]) => {
      const answers = await Promise.all(viewers.map(({ token }) => profileOf(seller.id, token)))
      return answers.map((answer) => dataOf(api.getProfile, answer).itemsCount)
    }
    const lock = (columns: { suspended_until?: Date | null; banned_at?: Date | null }) =>
      app.deps.db.updateTable('members').set(columns).where('id', '=', seller.id).execute()
    expect(await counts([seller, other, admin])).toEqual([3, 2, 2])
    await lock({ suspended_until: inDays(app.clock.now(), 1) })
    expect(await counts([other, admin])).toEqual([0, 2])
    await lock({ suspended_until: inDays(app.clock.now(), -1) })
    expect(await counts([seller, other])).toEqual([3, 2])
    await lock({ banned_at: app.clock.now() })
    expect(await counts([admin])).toEqual([0])
    await lock({ banned_at: null })
    expect(await counts([other])).toEqual([2])
  })

  test.each(['ADMIN', 'SUPERADMIN'] as const)('shows %s address and phone number', async (role) => {
    const member = await buildMember(app, { phone_number: '08031234567' })
    const { token } = await buildMember(app, { role })
    expect((await profileOf(member.id, token)).body.data).toMatchObject({
      email: member.email,
      phoneNumber: '08031234567',
      can: { update: false },
    })
  })

  test('shows a hidden group to the member only', async () => {
    const hidden = await buildMember(app, { shows_group: false })
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { token } = await buildMember(app)
    for (const viewer of [token, admin.token]) {
      expect((await profileOf(hidden.id, viewer)).body.data).toMatchObject({ groupId: null, groupName: null })
    }
    expect((await profileOf(hidden.id, hidden.token)).body.data).toMatchObject({
      groupName: 'Yoruba',
      showGroup: false,
    })
    const shown = await buildMember(app)
    expect((await profileOf(shown.id, token)).body.data).toMatchObject({ groupName: 'Yoruba' })
  })

  test('is found by username in any case, even with dots', async () => {
    const member = await buildMember(app, { username: `Ada.Eze_${process.pid}` })
    for (const name of [member.username, member.username.toUpperCase(), member.username.toLowerCase()]) {
      const answer = await byName(name, member.token)
      expect(answer).toMatchObject({ status: 200, body: { data: { id: member.id } } })
      expect(answer.body).toEqual((await profileOf(member.id, member.token)).body)
    }
  })

  test('shows whether the viewer follows or has blocked its owner', async () => {
    const viewer = await buildMember(app)
    const followed = await buildMember(app)
    const blocked = await buildMember(app)
    await buildFollow(app, viewer, followed)
    await buildBlock(app, viewer, blocked)
    const seen = async (id: number) => (await profileOf(id, viewer.token)).body.data
    expect(await seen(followed.id)).toMatchObject({ isFollowedByUser: true, isBlockedByUser: false })
    expect(await seen(blocked.id)).toMatchObject({ isFollowedByUser: false, isBlockedByUser: true })
  })

  test('is visible for a suspended member', async () => {
    const { token } = await buildMember(app)
    const member = await buildMember(app, { suspended_until: inDays(app.clock.now(), 1) })
    expectOk(await profileOf(member.id, token))
  })

  test('is a 404 for unverified, banned and blocking members', async () => {
    const viewer = await buildMember(app)
    const unverified = await buildMember(app, { verified_at: null })
    const banned = await buildMember(app, { banned_at: app.clock.now() })
    const blocking = await buildMember(app)
    await buildBlock(app, blocking, viewer)
    for (const { id, username } of [unverified, banned, blocking]) {
      const failure = expectFailure(await profileOf(id, viewer.token), 404, 'NOT_FOUND')
      expect(failure.error).toEqual(['User not found'])
      expectFailure(await byName(username, viewer.token), 404, 'NOT_FOUND')
    }
    const admin = await buildMember(app, { role: 'ADMIN' })
    for (const { id } of [unverified, banned]) {
      expectOk(await profileOf(id, admin.token))
    }
  })

  test('is a 404 for an unknown id', async () => {
    const { token } = await buildMember(app)
    for (const id of [987_654_321, Number.MAX_SAFE_INTEGER]) {
      expectFailure(await profileOf(id, token), 404, 'NOT_FOUND')
    }
    for (const name of ['nobody.here', '%', '_', "' or 1=1 --", 'ọ̀🥁', '\u202E', '1']) {
      expectFailure(await byName(name, token), 404, 'NOT_FOUND')
    }
  })
})

describe('changing the profile', () => {
  test('returns the new profile', async () => {
    const member = await buildMember(app)
    const change = { firstname: ' Adé ', lastname: 'Ọlá', phoneNumber: '08031234567', bio, showGroup: false }
    const answer = await update(member, change)
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Profile updated successfully')
    expect(answer.body.data).toMatchObject({
      firstname: 'Adé',
      lastname: 'Ọlá',
      phoneNumber: '08031234567',
      bio,
      showGroup: false,
    })
    expect(answer.body.data).toEqual((await profileOf(member.id, member.token)).body.data)
  })

  test('keeps absent fields and clears null ones', async () => {
    const member = await buildMember(app, { bio, phone_number: '08031234567', phone_e164: '+2348031234567' })
    const { url } = await buildMedia(app, member)
    await update(member, { profileImage: url, headerImage: url })
    const before = await rowOf(member.id)
    expectOk(await update(member, {}))
    expect(await rowOf(member.id)).toEqual(before)
    await update(member, { lastname: 'Nwosu' })
    expect(await rowOf(member.id)).toEqual({
      ...before,
      lastname: 'Nwosu',
      search_text: expect.stringContaining('nwosu'),
      version: before.version + 1,
    })
    const cleared = await update(member, {
      bio: null,
      phoneNumber: null,
      profileImage: null,
      headerImage: null,
    })
    const empty = { bio: null, phoneNumber: null, profileImage: null, headerImage: null }
    expect(cleared.body.data).toMatchObject(empty)
    expect(await rowOf(member.id)).toMatchObject({ phone_number: null, phone_e164: null, lastname: 'Nwosu' })
  })

  test.each([
    ['08031234567', '+2348031234567'],
    ['2348031234567', '+2348031234567'],
    ['8031234567', '+2348031234567'],
  ])('the phone number %s is stored as typed and as %s', async (typed, normal) => {
    const member = await buildMember(app)
    expect(changed(await update(member, { phoneNumber: typed })).phoneNumber).toBe(typed)
    expect(await rowOf(member.id)).toMatchObject({ phone_number: typed, phone_e164: normal })
  })

  test.each(['+2348031234567', '0803 123 4567', '123456', '1'.repeat(16), '', 'zero', '٠٨٠٣١٢٣٤٥٦٧'])(
    'the phone number %j is rejected',
    async (phoneNumber) => {
      const member = await buildMember(app)
      const failure = expectFailure(await update(member, { phoneNumber }), 400, 'INVALID')
      expect(failure.fields).toEqual({ phoneNumber: 'Phone numbers are 7 to 15 digits.' })
    },
  )

  test('a bio has at most 255 code points', async () => {
    const member = await buildMember(app)
    for (const letter of ['x', 'ọ', '🥁']) {
      const full = letter.repeat(255)
      expect(changed(await update(member, { bio: full })).bio).toBe(full)
      const failure = expectFailure(await update(member, { bio: `${full}${letter}` }), 400, 'INVALID')
      expect(failure.fields).toEqual({ bio: 'Maximum 255 characters allowed' })
    }
    // The letter has a separate tone mark, because Unicode has no single character for both: it counts as two.
    const toned = 'ọ̀'.normalize('NFC').repeat(127)
    expect(changed(await update(member, { bio: toned })).bio).toBe(toned)
    expectFailure(await update(member, { bio: toned + toned }), 400, 'INVALID')
  })

  test('a blank bio is stored as null', async () => {
    const member = await buildMember(app, { bio })
    expect(changed(await update(member, { bio: '  ' })).bio).toBeNull()
  })

  test.each(['<script>alert(1)</script>', `'"\\%_`, '👩🏾'])('%j is stored exactly', async (text) => {
    const member = await buildMember(app)
    await update(member, { bio: text, firstname: text, lastname: text })
    expect(await rowOf(member.id)).toMatchObject({ bio: text, firstname: text, lastname: text })
  })

  test.each(['RTL \u202E override', 'line\nline', '👩🏾‍👩🏾‍👧🏾'])('the bio %j is stored exactly', async (text) => {
    const member = await buildMember(app)
    await update(member, { bio: text })
    expect(await rowOf(member.id)).toMatchObject({ bio: text })
  })

  test.each([
    ['firstname', null, 'Required.'],
    ['firstname', 'x'.repeat(61), 'Maximum 60 characters allowed'],
    ['lastname', null, 'Required.'],
  ])('%s %j is rejected and nothing changes', async (field, value, expected) => {
    const member = await buildMember(app)
    const before = await rowOf(member.id)
    const change = { firstname: 'Changed', lastname: 'Changed', [field]: value }
    expect(expectFailure(await update(member, change), 400, 'INVALID').fields).toEqual({ [field]: expected })
    expect(await rowOf(member.id)).toEqual(before)
  })

  test('accepts the member’s own picture', async () => {
    const member = await buildMember(app)
    const picture = await buildMedia(app, member)
    const header = await buildMedia(app, member)
    const change = { profileImage: picture.url, headerImage: header.url }
    expect((await update(member, change)).body.data).toMatchObject(change)
    const { token } = await buildMember(app)
    expect((await profileOf(member.id, token)).body.data).toMatchObject(change)
  })

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/x.png',
    'javascript:alert(1)',
    'https://tracker.example/pixel.gif',
    'data:image/png;base64,AAAA',
    '/media/nothing.webp',
    '/media/../jwt-secret',
    '',
  ])('the picture %j is rejected', async (url) => {
    const member = await buildMember(app)
    for (const field of ['profileImage', 'headerImage']) {
      const answer = await update(member, { firstname: 'Changed', [field]: url })
      expect(expectFailure(answer, 400, 'INVALID').fields).toEqual({
        [field]: 'Please upload this picture first.',
      })
    }
    expect(await rowOf(member.id)).toMatchObject({ firstname: member.firstname, profile_image: null })
  })

  test('rejects a picture of another member', async () => {
    const member = await buildMember(app)
    const { url } = await buildMedia(app, await buildMember(app))
    expectFailure(await update(member, { profileImage: url }), 400, 'INVALID')
  })

  test.each(['USER', 'ADMIN', 'SUPERADMIN'] as const)(
    'does not let %s change another profile',
    async (role) => {
      const member = await buildMember(app, { role })
      const other = await buildMember(app)
      const before = await rowOf(other.id)
      const change = { firstname: 'Changed', bio: 'Changed', phoneNumber: '08030000000' }
      expectFailure(await update(member, change, other.id), 403, 'FORBIDDEN')
      expectFailure(await update(member, change, 987_654_321), 403, 'FORBIDDEN')
      expect(await rowOf(other.id)).toEqual(before)
    },
  )

  test('ignores read-only fields', async () => {
    const member = await buildMember(app)
    const other = await buildMember(app)
    const before = await rowOf(member.id)
    const more = {
      role: 'SUPERADMIN',
      roles: ['ADMIN'],
      id: other.id,
      email: 'evil@example.com',
      username: 'evil',
    }
    const hidden = {
      verified_at: null,
      password_hash: 'x',
      followersCount: 9,
      followers_count: 9,
      group_id: 1,
    }
    expectOk(await update(member, { ...more, ...hidden, bio }))
    expect(await rowOf(member.id)).toEqual({ ...before, bio })
  })

  test('rejects a body with __proto__', async () => {
    const member = await buildMember(app)
    const body = `{"bio":"x","__proto__":{"role":"ADMIN"}}`
    const request = { body, token: member.token, headers: { 'content-type': 'application/json' } }
    expectFailure(await app.call('PUT', `/user/update/${member.id}`, request), 400, 'BAD_REQUEST')
    expect(await rowOf(member.id)).toMatchObject({ bio: null, role: 'USER' })
  })

  test('does not deadlock with a new post when the picture changes', async () => {
    const member = await buildMember(app)
    const { url } = await buildMedia(app, member)
    const lock = 'select from members where id = $1 for no key update'
    const { client, commit } = await openTransaction(app, lock, [member.id])
    const updating = update(member, { profileImage: url })
    await untilWaiting(app, 1)
    const taken = client.query('select from media where url = $1 for update nowait', [url])
    await expect(taken.then(({ rowCount }) => rowCount)).resolves.toBe(1)
    await commit()
    expect(await updating).toMatchObject({ status: 200, body: { data: { profileImage: url } } })
  })

  test('stores one of 20 concurrent changes completely', async () => {
    const member = await buildMember(app)
    const names = Array.from({ length: 20 }, (_, turn) => `Name${turn}`)
    const answers = await Promise.all(
      names.map((name) => update(member, { firstname: name, lastname: name, bio: name })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const { firstname, lastname, bio: text } = await rowOf(member.id)
    expect(names).toContain(firstname)
    expect([lastname, text]).toEqual([firstname, firstname])
  })
})
