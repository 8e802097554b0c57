/** What the member has done: texts in the order in which they were written, by receiver, and how each switch was left. */
export const emptyRecord = () => ({
  count: 0,
  messages: new Map(),
  comments: new Map(),
  posts: [],
  switches: new Map(),
  wrong: [],
})

/** Compares the database with what was done, and returns a sentence for each difference. */
export async function differencesFrom(db, memberId, record) {
  const found = []
  for (const [receiver, texts] of record.messages) {
    const rows = await db
      .selectFrom('messages')
      .select('body as text')
      .where('sender_id', '=', memberId)
      .where('receiver_id', '=', receiver)
      .orderBy('id')
      .execute()
    found.push(...listDifferences(`messages to ${receiver}`, texts, rows))
  }
  for (const [postId, texts] of record.comments) {
    const rows = await db
      .selectFrom('comments')
      .select('body as text')
      .where('author_id', '=', memberId)
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
    found.push(...listDifferences(`comments on ${postId}`, texts, rows))
  }
  const posts = await db
    .selectFrom('posts')
    .select('caption as text')
    .where('author_id', '=', memberId)
    .orderBy('id')
    .execute()
  found.push(...listDifferences('posts', record.posts, posts))
  for (const [name, isOn] of record.switches) {
    const isOnThere = await isSwitchOn(db, memberId, name)
    if (isOnThere !== isOn) found.push(`${name} was left ${isOn} and is ${isOnThere}`)
  }
  return found
}

function listDifferences(what, texts, rows) {
  const arrived = rows.map(({ text }) => text)
  const lost = texts.filter((text) => !arrived.includes(text))
  const doubled = arrived.filter((text, at) => arrived.indexOf(text) !== at)
  const known = arrived.filter((text, at) => arrived.indexOf(text) === at)
  const expected = texts.filter((text) => arrived.includes(text))
  const isInOrder = known.join('\n') === expected.join('\n')
  return [
    lost.length > 0 && `${what}: ${lost.length} of ${texts.length} lost: ${lost.slice(0, 5).join(', ')}`,
    doubled.length > 0 && `${what}: ${doubled.length} doubled: ${doubled.slice(0, 5).join(', ')}`,
    !isInOrder && `${what}: not in order`,
  ].filter(Boolean)
}

const tables = {
  like: ['likes', 'member_id', 'post_id'],
  save: ['bookmarks', 'member_id', 'post_id'],
  follow: ['follows', 'follower_id', 'followed_id'],
}

async function isSwitchOn(db, memberId, name) {
  const [kind, id] = name.split(' ')
  const [table, by, of] = tables[kind]
  const row = await db
    .selectFrom(table)
    .select(by)
    .where(by, '=', memberId)
    .where(of, '=', Number(id))
    .executeTakeFirst()
  return row !== undefined
}
