import type { Updateable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { makeCode } from '#api/features/accounts/codes.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import {
  buildBlock,
  buildFollow,
  buildMember,
  buildModerator,
  buildPost,
  buildSignUp,
  groupIdOf,
} from './build.ts'
import { picture } from './pictures.ts'
import type { TestApp } from './test-app.ts'
import { formOf } from './upload.ts'
import type { Caller, Person, Stage, Whose } from './who-may/row.ts'

type Member = Awaited<ReturnType<typeof buildMember>>
type One = { id: number }
export type Cell = { stage: Stage; token: string | undefined; lockOut: () => Promise<void> }

let number = 0

/** One cell: a group of its own, whoever calls, and whose thing it is. `lockOut` comes once the thing is there. */
export async function setStage(app: TestApp, caller: Caller, whose: Whose): Promise<Cell> {
  const here = await buildGroup(app)
  const me = await buildCaller(app, caller, here)
  const isOwn = whose === 'own' || whose === 'any'
  const owner = isOwn ? me : await buildMember(app, { group_id: here, role: roleOf(whose) })
  const group = whose === 'foreign' ? await groupIdOf(app, 'igala') : here
  const origin = app.deps.settings.publicUrl
  return {
    stage: { me, owner, here, group, origin, ...things(app, here), ...deeds(app, here) },
    token: caller === 'anonymous' ? undefined : me.token,
    lockOut: async () => {
      if (whose === 'banned') await change(app, owner, ban(app))
      if (whose === 'blocker' && caller !== 'anonymous') await buildBlock(app, owner, me)
      await change(app, me, fates[caller]?.(app) ?? {})
    },
  }
}

const roleOf = (kind: Whose | Caller) => roles.find((role) => role === kind.toUpperCase()) ?? 'USER'
const roles = ['ADMIN', 'SUPERADMIN'] as const

async function buildCaller(app: TestApp, caller: Caller, here: number): Promise<Member> {
  if (caller === 'moderator') return buildModerator(app, { group_id: here })
  if (caller !== 'elsewhere') return buildMember(app, { group_id: here, role: roleOf(caller) })
  const member = await buildModerator(app, { group_id: await groupIdOf(app, 'tiv') })
  const joined = { group_id: here, member_id: member.id, joined_at: app.clock.now() }
  await app.deps.db.insertInto('memberships').values(joined).execute()
  return member
}

type Change = Updateable<Tables['members']>

const ban = ({ clock }: TestApp) => ({ banned_at: clock.now(), ban_reason: 'Fraud' })
const suspension = ({ clock }: TestApp) => ({
  suspended_at: clock.now(),
  suspended_until: inDays(clock.now(), 1),
  suspension_reason: 'Insults',
})

/** What has become of the callers who are not in good standing. */
const fates: Partial<Record<Caller, (app: TestApp) => Change>> = {
  unverified: () => ({ verified_at: null }),
  suspended: suspension,
  banned: ban,
  closing: ({ clock }) => ({ closure_asked_at: clock.now() }),
}

async function change({ deps }: TestApp, { id }: One, columns: Change): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await deps.db.updateTable('members').set(columns).where('id', '=', id).execute()
}

async function buildGroup({ deps, clock }: TestApp): Promise<number> {
  number += 1
  const group = await deps.db
    .insertInto('groups')
    .values({ name: `Group ${number}`, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return group.id
}

function things(app: TestApp, here: number) {
  const somebody = () => buildMember(app, { group_id: here })
  const post = async (author: One, groupId?: number) =>
    (await buildPost(app, author, { group_id: groupId ?? null })).id
  return {
    somebody,
    post,
    newcomer: () => buildSignUp(app),
    comment: async (author: One, groupId?: number) =>
      buildComment(app, author, await post(await somebody(), groupId)),
    reportOn: async (author: One, groupId?: number) =>
      buildReport(app, await somebody(), await post(author, groupId)),
    message: (from: One, to: One) => buildMessage(app, from, to),
    item: (seller: One) => buildItem(app, seller),
    proposal: (author: One) => buildProposal(app, author, here),
    version: (groupId: number) => buildVersion(app, groupId),
    pictureForm: async () => formOf({ file: await picture('png', 8, 8) }),
  }
}

function deeds(app: TestApp, here: number) {
  return {
    code: (kind: 'verify' | 'reset', { id }: Person) => makeCode(app.deps.db, kind, id, app.clock.now()),
    follow: (follower: One, followed: One) => buildFollow(app, follower, followed),
    block: (blocker: One, blocked: One) => buildBlock(app, blocker, blocked),
    suspend: (person: One) => change(app, person, suspension(app)),
    askClosure: (person: One) => change(app, person, { closure_asked_at: app.clock.now() }),
    appoint: async ({ id }: One) => {
      const memberships = app.deps.db.updateTable('memberships').set({ is_moderator: true })
      await memberships.where('group_id', '=', here).where('member_id', '=', id).execute()
    },
  }
}

async function buildComment({ deps, clock }: TestApp, { id }: One, postId: number): Promise<number> {
  const comment = await deps.db
    .insertInto('comments')
    .values({ post_id: postId, author_id: id, body: 'Well said', created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return comment.id
}

async function buildMessage({ deps, clock }: TestApp, from: One, to: One): Promise<number> {
  const message = await deps.db
    .insertInto('messages')
    .values({ sender_id: from.id, receiver_id: to.id, body: 'Good morning', created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return message.id
}

async function buildItem({ deps, clock }: TestApp, { id }: One): Promise<number> {
  const about = { name: 'Talking drum', description: 'Carved in Ọ̀yọ́', price_kobo: 250_000, stock: 2 }
  const item = await deps.db
    .insertInto('items')
    .values({ seller_id: id, ...about, is_approved: true, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return item.id
}

/** As a member sends it, so that it is what the product makes of it. */
async function buildReport(app: TestApp, { token }: Member, postId: number): Promise<number> {
  const body = { eventType: 'REPORT', postId, reason: 'Sells what is not there' }
  const answer = await app.call('POST', '/messaging/create', { token, body })
  if (answer.status !== 200) throw new Error(`The report was refused: ${JSON.stringify(answer.body)}`)
  return Number(answer.body.data?.id)
}

const words = { name: 'Diet', detail: 'What we ate', description: 'Roasted yam and palm oil' } as const

async function buildProposal({ deps, clock }: TestApp, { id }: One, groupId: number): Promise<number> {
  const proposal = await deps.db
    .insertInto('proposals')
    .values({ group_id: groupId, member_id: id, ...words, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return proposal.id
}

async function buildVersion({ deps, clock }: TestApp, groupId: number): Promise<number> {
  const version = await deps.db
    .insertInto('section_versions')
    .values({ group_id: groupId, ...words, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return version.id
}
