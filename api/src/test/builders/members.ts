import { randomBytes } from 'node:crypto'
import { hashSync } from '@node-rs/argon2'
import type { Insertable, Updateable } from 'kysely'
import type { Role } from '@rootsquare/contract/lib/roles'
import type { Tables } from '#api/db/schema.ts'
import { startSession } from '#api/features/accounts/sessions/sessions.ts'
import { copyToTimelines } from '#api/features/posts/feed/timeline-jobs.ts'
import { enqueue } from '#api/jobs/job.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { insertRow, insertRows, readRow, updateRows } from '#api/test/rows.ts'

export const password = 'Correct#1horse'
/** Made with little work, because a test that logs in is rarely one about hashing. */
export const passwordHash = hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
let number = 0

type MemberColumns = Partial<Insertable<Tables['members']>>
type One = { id: number }

/** A verified and signed-in member of a group. */
export async function buildMember(app: TestApp, columns: MemberColumns = {}) {
  number += 1
  const now = app.clock.now()
  const member = await app.deps.db
    .insertInto('members')
    .values({
      username: `member${number}.${process.pid}`,
      email: `member${number}.${process.pid}@example.com`,
      password_hash: passwordHash,
      firstname: `First${number}`,
      lastname: `Last${number}`,
      group_id: await groupIdOf(app, 'yoruba'),
      verified_at: now,
      created_at: now,
      ...columns,
    })
    .returning(['id', 'username', 'email', 'firstname', 'lastname', 'role', 'group_id'])
    .executeTakeFirstOrThrow()
  if (member.group_id !== null && columns.verified_at !== null)
    await buildMembership(app, member, member.group_id)
  return { ...member, password, token: await buildToken(app, member) }
}

export type Member = Awaited<ReturnType<typeof buildMember>>

type Several<T, N extends number, All extends T[] = []> = number extends N
  ? T[]
  : All['length'] extends N
    ? All
    : Several<T, N, [...All, T]>

/** So many, one after the other: `const [one, other] = await buildSeveral(2, () => buildPost(app, author))`. */
export function buildSeveral<T, N extends number>(count: N, build: () => Promise<T>): Promise<Several<T, N>>
export async function buildSeveral<T>(count: number, build: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  while (all.length < count) all.push(await build())
  return all
}

/** So many members with the same columns. */
export const buildMembers = <N extends number>(app: TestApp, count: N, columns: MemberColumns = {}) =>
  buildSeveral(count, () => buildMember(app, columns))

export async function updateMember(
  app: TestApp,
  { id }: One,
  columns: Updateable<Tables['members']>,
): Promise<void> {
  await app.deps.db.updateTable('members').set(columns).where('id', '=', id).execute()
}

/** A moderator of the member's own group. */
export async function buildModerator(app: TestApp, columns: MemberColumns = {}) {
  const member = await buildMember(app, columns)
  await updateRows(app.deps.db, 'memberships', { member_id: member.id }, { is_moderator: true })
  return member
}

export async function buildToken(app: TestApp, member: { id: number; role: Role }): Promise<string> {
  const session = await startSession(app.deps, app.deps.db, member)
  return session.access_token
}

const knownGroups = new WeakMap<TestApp, Map<string, number>>()

/** Cached, because it is needed often and never changes in a database. */
export async function groupIdOf(app: TestApp, slug: string): Promise<number> {
  const known = knownGroups.get(app) ?? new Map<string, number>()
  knownGroups.set(app, known)
  const id = known.get(slug) ?? (await findGroupId(app, slug))
  known.set(slug, id)
  return id
}

async function findGroupId(app: TestApp, slug: string): Promise<number> {
  const group = await readRow(app.deps.db, 'groups', { slug }, ['id'])
  return group.id
}

export async function buildGroup(app: TestApp): Promise<number> {
  number += 1
  const group = await insertRow(app.deps.db, 'groups', {
    name: `Group ${number}`,
    created_at: app.clock.now(),
  })
  return group.id
}

export async function buildMembership(app: TestApp, member: One, groupId: number): Promise<void> {
  const membership = { group_id: groupId, member_id: member.id, joined_at: app.clock.now() }
  await app.deps.db.insertInto('memberships').values(membership).execute()
}

/** A valid sign-up body with a unique username and address. */
export async function buildSignUp(app: TestApp, columns: Record<string, unknown> = {}) {
  number += 1
  return {
    cipherCode: password,
    emailAddress: `newcomer${number}.${process.pid}@example.com`,
    firstName: 'Adaeze',
    lastName: 'Nwosu',
    username: `newcomer${number}.${process.pid}`,
    validationUrl: `${app.deps.settings.publicUrl}/mail-validate`,
    groupId: await groupIdOf(app, 'igbo'),
    ...columns,
  }
}

export async function buildFollow(app: TestApp, follower: One, followed: One): Promise<void> {
  const follow = { follower_id: follower.id, followed_id: followed.id, created_at: app.clock.now() }
  await app.deps.db.insertInto('follows').values(follow).execute()
}

export async function buildBlock(app: TestApp, blocker: One, blocked: One): Promise<void> {
  const block = { blocker_id: blocker.id, blocked_id: blocked.id, created_at: app.clock.now() }
  await app.deps.db.insertInto('blocks').values(block).execute()
}

export async function buildComment(app: TestApp, post: One, author: One, body = 'A word'): Promise<number> {
  const comment = { post_id: post.id, author_id: author.id, body, created_at: app.clock.now() }
  return (await insertRow(app.deps.db, 'comments', comment)).id
}

/** A stored picture with a thumbnail. */
export async function buildMedia(app: TestApp, owner: One, bytes = randomBytes(64)) {
  const name = randomBytes(12).toString('hex')
  const [key, small] = [`${name}.webp`, `${name}-small.webp`]
  const keys = [key, small]
  const type = 'image/webp'
  for (const one of keys) await app.deps.files.put(one, bytes, type)
  const { files, db } = app.deps
  const urls = { url: files.addressOf(key), thumbnail_url: files.addressOf(small) }
  const now = app.clock.now()
  const times = { created_at: now, stored_at: now, claimed_at: now }
  const shape = { type, bytes: bytes.length, width: 8, height: 8 }
  await insertRows(db, 'media', { owner_id: owner.id, keys, ...urls, ...shape, ...times })
  return { url: urls.url, keys }
}

/** Runs the due jobs and returns the mails to this address, oldest first. */
export async function mailsTo(app: TestApp, address: string) {
  await app.runJobs()
  return (await app.mails()).filter((mail) => mail.to === address)
}

/** The automated messages to a member, oldest first. */
export async function systemMessagesTo(app: TestApp, { id }: One): Promise<string[]> {
  const messages = await app.deps.db
    .selectFrom('messages')
    .select('body')
    .where('receiver_id', '=', id)
    .where('sender_id', 'is', null)
    .orderBy('id')
    .execute()
  return messages.map(({ body }) => body)
}

export function codeIn(mail: { text: string } | undefined): string {
  const code = /\?vCode=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (code === undefined) throw new Error('There is no code in this mail.')
  return code
}

/** A post that is not in the timelines yet, like one that was just created. */
export async function buildPost(
  app: TestApp,
  author: One,
  columns: Partial<Insertable<Tables['posts']>> = {},
) {
  number += 1
  const post = await app.deps.db
    .insertInto('posts')
    .values({ author_id: author.id, caption: `Post ${number}`, created_at: app.clock.now(), ...columns })
    .returning(['id', 'caption'])
    .executeTakeFirstOrThrow()
  await enqueue(app.deps.db, copyToTimelines, { postId: post.id })
  return post
}
