import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import type { OrderState } from '@rootsquare/contract/trade/orders'
import type { Role } from '@rootsquare/contract/lib/roles'
import type { Tables } from '#api/db/schema.ts'
import { createCode } from '#api/features/accounts/sign-up/codes.ts'
import { unsubscribeToken } from '#api/features/notifications/digest/unsubscribe.ts'
import { signToken } from '#api/http/auth/viewer.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import {
  buildBlock,
  buildComment,
  buildFollow,
  buildMedia,
  buildMember,
  buildPost,
  buildSignUp,
  groupIdOf,
  password,
  passwordHash,
} from '#api/test/builders/members.ts'
import { buildGenre, buildItem, buildSavedSearch } from '#api/test/builders/market.ts'
import { buildOffer } from '#api/test/builders/offers.ts'
import { buildAddress, buildDispute, buildOrder } from '#api/test/builders/orders.ts'
import { report } from '#api/test/builders/reports.ts'
import { buildReview } from '#api/test/builders/reviews.ts'
import { picture } from '#api/test/media/pictures.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { formOf } from '#api/test/media/upload.ts'
import type { Caller, MatrixMember, Fixture, Whose } from '#api/test/access-matrix/row.ts'
import { insertRow, insertRows } from '#api/test/rows.ts'

type One = { id: number }
let number = 0

export type Cell = {
  caller: Caller
  fixture: Fixture
  token: string | undefined
  /** Applied to the callers after the thing exists. */
  lockOut: () => Promise<void>
}

/** For one line of the table: a group, caller and owner for each cell, but for those in `sharing` one group and owner. */
export async function buildFixtures(app: TestApp, callers: Caller[], whose: Whose, sharing: Set<Caller>) {
  const isOwn = whose === 'own' || whose === 'any'
  const first = callers.find((caller) => sharing.has(caller))
  const hosts = callers.filter((caller) => !sharing.has(caller) || caller === first)
  const groups = await buildGroups(app, hosts.length)
  const places = callers.map((caller) => hosts.indexOf(sharing.has(caller) && first ? first : caller))
  const all = await buildPeople(app, [
    ...callers.map((caller, at) => ({ kind: caller, here: groups[places[at] ?? 0] ?? 0 })),
    ...(isOwn ? [] : groups.map((here) => ({ kind: whose, here }))),
  ])
  const foreign = await groupIdOf(app, 'igala')
  const origin = app.deps.settings.publicUrl
  return callers.map((caller, at): Cell => {
    const place = places[at] ?? 0
    const [here, me, owner] = [groups[place], all[at], all[isOwn ? at : callers.length + place]]
    if (here === undefined || !me || !owner) throw new Error('Not all have come.')
    const group = whose === 'foreign' ? foreign : here
    return {
      caller,
      fixture: { me, owner, here, group, origin, ...things(app, here), ...actions(app, here) },
      token: caller === 'anonymous' ? undefined : me.token,
      lockOut: async () => {
        if (whose === 'banned' && hosts.includes(caller)) await change(app, owner, ban(app))
        if (whose === 'blocker' && caller !== 'anonymous') await buildBlock(app, owner, me)
        await change(app, me, fates[caller]?.(app) ?? {})
      },
    }
  })
}

async function buildGroups({ deps, clock }: TestApp, count: number): Promise<number[]> {
  const created_at = clock.now()
  const rows = Array.from({ length: count }, () => ({ name: `Group ${(number += 1)}`, created_at }))
  const groups = await deps.db.insertInto('groups').values(rows).returning('id').execute()
  return groups.map(({ id }) => id)
}

type Wanted = { kind: Whose | Caller; here: number }

/** Like buildMember, but in few statements, because there are thousands of cells. */
async function buildPeople(app: TestApp, wanted: Wanted[]) {
  const people = await insertPeople(app, wanted)
  await join(app, people)
  const times = { createdAt: app.clock.now(), expiresAt: inDays(app.clock.now(), 1) }
  const sessions = people.map(({ id, role }) => ({ id: randomUUID(), memberId: id, role, ...times }))
  const rows = sessions.map(({ id, memberId, createdAt, expiresAt }) => ({
    id,
    member_id: memberId,
    created_at: createdAt,
    expires_at: expiresAt,
  }))
  await app.deps.db.insertInto('sessions').values(rows).execute()
  const tokens = await Promise.all(sessions.map((session) => signToken(app.deps, session)))
  return people.map((person, at) => ({ ...person, password, token: tokens[at] ?? '' }))
}

const roles = ['ADMIN', 'SUPERADMIN'] as const
async function insertPeople({ deps, clock }: TestApp, wanted: Wanted[]) {
  const common = { password_hash: passwordHash, firstname: 'Ada', lastname: 'Obi' }
  const [verified_at, created_at] = [clock.now(), clock.now()]
  const rows = wanted.map(({ kind, here }) => {
    number += 1
    const [username, email] = [`person${number}`, `person${number}@example.com`]
    const role: Role = roles.find((one) => one === kind.toUpperCase()) ?? 'USER'
    return { ...common, username, email, role, group_id: here, verified_at, created_at }
  })
  const columns = ['id', 'username', 'email', 'role'] as const
  const people = await deps.db.insertInto('members').values(rows).returning(columns).execute()
  return people.map((person, at) => ({ ...person, kind: wanted[at]?.kind, here: wanted[at]?.here ?? 0 }))
}

type Come = One & { kind: string | undefined; here: number }

async function join(app: TestApp, people: Come[]): Promise<void> {
  const elsewhere = await groupIdOf(app, 'tiv')
  const joined_at = app.clock.now()
  const rows = people.flatMap(({ id, kind, here }) => [
    { group_id: here, member_id: id, is_moderator: kind === 'moderator', joined_at },
    ...(kind === 'elsewhere' ? [{ group_id: elsewhere, member_id: id, is_moderator: true, joined_at }] : []),
  ])
  await app.deps.db.insertInto('memberships').values(rows).execute()
}

type Change = Updateable<Tables['members']>

const ban = ({ clock }: TestApp) => ({ banned_at: clock.now(), ban_reason: 'Fraud' })
const suspension = ({ clock }: TestApp) => ({
  suspended_at: clock.now(),
  suspended_until: inDays(clock.now(), 1),
  suspension_reason: 'Insults',
})

/** Bans and suspends the callers of these columns. */
const fates: Partial<Record<Caller, (app: TestApp) => Change>> = {
  unverified: () => ({ verified_at: null }),
  suspended: suspension,
  banned: ban,
  closing: ({ clock }) => ({ closure_requested_at: clock.now() }),
}

async function change({ deps }: TestApp, { id }: One, columns: Change): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await deps.db.updateTable('members').set(columns).where('id', '=', id).execute()
}

async function buildUpload({ deps, clock }: TestApp, { id: owner_id }: One): Promise<string> {
  const id = randomUUID()
  const upload = { id, owner_id, bytes: 10, preset: '', created_at: clock.now() }
  await insertRow(deps.db, 'resumable_uploads', upload)
  return id
}

async function buildNamedGroup({ deps, clock }: TestApp, { id }: One): Promise<number> {
  // A name of its own, because everybody who gave the same one is moved together.
  const named = { member_id: id, name: `Weavers ${id}`, created_at: clock.now() }
  return (await insertRow(deps.db, 'proposed_groups', named)).id
}

function things(app: TestApp, here: number) {
  const somebody = () => buildMember(app, { group_id: here })
  const post = async (author: One, groupId?: number) =>
    (await buildPost(app, author, { group_id: groupId ?? null })).id
  const item = async (seller: One, is_approved = true) => (await buildItem(app, seller, { is_approved })).id
  return {
    somebody,
    post,
    newcomer: () => buildSignUp(app),
    unverified: () => buildMember(app, { verified_at: null }),
    namedGroup: (member: One) => buildNamedGroup(app, member),
    comment: async (author: One, groupId?: number) =>
      buildComment(app, { id: await post(await somebody(), groupId) }, author),
    commentOn: (author: One, postId: number) => buildComment(app, { id: postId }, author),
    reportOn: async (author: One, groupId?: number) =>
      (await report(app, await somebody(), { postId: await post(author, groupId) })).id,
    message: (from: One, to: One) => buildMessage(app, from, to),
    item,
    waitingItem: (seller: One) => item(seller, false),
    genre: () => buildGenre(app),
    picture: async (owner: One) => (await buildMedia(app, owner)).url,
    savedSearch: (owner: One) => buildSavedSearch(app, owner),
    cartLine: async (buyer: One) => buildCartLine(app, buyer, await item(await somebody())),
    address: (owner: One) => buildAddress(app, owner),
    order: async (buyer: One, seller: One, status: OrderState = 'PENDING') => {
      const itemId = await item(seller)
      const { lineIds, ...order } = await buildOrder(app, buyer, [{ item: { id: itemId } }], { status })
      return { ...order, itemId, lineId: lineIds[0] ?? 0 }
    },
    offer: async (buyer: One, seller: One) => buildOffer(app, buyer, seller, { item_id: await item(seller) }),
    review: async (author: One, seller: One) => (await buildReview(app, author, seller)).id,
    dispute: (orderId: number, lineId: number) => buildDispute(app, orderId, lineId),
    heldPayment: async (buyer: One) => buildHeld(app, buyer, await item(await somebody())),
    failedRefund: async (buyer: One) => buildFailedRefund(app, buyer, await item(await somebody())),
    proposal: (author: One) => buildProposal(app, author, here),
    version: (groupId: number) => buildVersion(app, groupId),
    upload: (owner: One) => buildUpload(app, owner),
    pictureForm: async () => formOf({ file: await picture('png', 8, 8) }),
  }
}

function actions(app: TestApp, here: number) {
  return {
    code: async (kind: 'verify' | 'reset', member: MatrixMember) =>
      (await createCode(app.deps.db, kind, member, app.clock.now())) ?? '',
    unsubscribeToken: ({ id }: MatrixMember) => unsubscribeToken(app.deps, id),
    follow: (follower: One, followed: One) => buildFollow(app, follower, followed),
    block: (blocker: One, blocked: One) => buildBlock(app, blocker, blocked),
    suspend: (person: One) => change(app, person, suspension(app)),
    requestClosure: (person: One) => change(app, person, { closure_requested_at: app.clock.now() }),
    appoint: async ({ id }: One) => {
      const memberships = app.deps.db.updateTable('memberships').set({ is_moderator: true })
      await memberships.where('group_id', '=', here).where('member_id', '=', id).execute()
    },
  }
}

async function buildMessage({ deps, clock }: TestApp, from: One, to: One): Promise<number> {
  const sides = { sender_id: from.id, receiver_id: to.id }
  return (await insertRow(deps.db, 'messages', { ...sides, body: 'Good morning', created_at: clock.now() }))
    .id
}

async function buildCartLine({ deps, clock }: TestApp, { id }: One, itemId: number): Promise<number> {
  const about = { name: 'Talking drum', price_kobo: 250_000, count: 1 }
  const line = await insertRow(deps.db, 'cart_lines', {
    member_id: id,
    item_id: itemId,
    ...about,
    created_at: clock.now(),
  })
  return line.id
}

async function buildHeld(app: TestApp, buyer: One, itemId: number): Promise<string> {
  const lines = [{ item: { id: itemId } }]
  const { orderId, transactionRef, totalKobo } = await buildOrder(app, buyer, lines, { isHeld: true })
  const now = app.clock.now()
  const request = {
    reference: transactionRef,
    order_id: orderId,
    number: 1,
    amount_kobo: totalKobo,
    created_at: now,
  }
  const came = { paid_kobo: 5000, currency: 'NGN', held_reason: 'Too little', settled_at: now }
  await insertRows(app.deps.db, 'payment_attempts', { ...request, ...came, state: 'HELD' })
  return transactionRef
}

async function buildFailedRefund(app: TestApp, buyer: One, itemId: number) {
  const { orderId, reference } = await buildOrder(app, buyer, [{ item: { id: itemId } }], {
    status: 'PROCESSING',
  })
  const at = app.clock.now()
  const amount = { reference, order_id: orderId, amount_kobo: 5000 }
  const refund = { ...amount, state: 'FAILED' as const, created_at: at, changed_at: at }
  return { orderId, refundId: (await insertRow(app.deps.db, 'refunds', refund)).id }
}

const content = { name: 'Diet', detail: 'What we ate', description: 'Roasted yam and palm oil' } as const

async function buildProposal({ deps, clock }: TestApp, { id }: One, group_id: number): Promise<number> {
  const proposal = { group_id, member_id: id, ...content, created_at: clock.now() }
  return (await insertRow(deps.db, 'proposals', proposal)).id
}

async function buildVersion({ deps, clock }: TestApp, group_id: number): Promise<number> {
  const version = { group_id, ...content, created_at: clock.now() }
  return (await insertRow(deps.db, 'section_versions', version)).id
}
