import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { imageTypes } from '@rootsquare/contract/uploads'
import { webAddressesIn } from '@rootsquare/contract/lib/web-addresses'
import { countRows } from '#api/db/count-rows.ts'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { storePicture } from '#api/features/uploads/upload.ts'
import { removeUnusedMedia } from '#api/features/uploads/unused-media.ts'
import { afterOtherJobs, enqueue, job } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { summarizePage } from './read-page.ts'

const longestUrl = 2000
const html = { types: ['text/html', 'application/xhtml+xml'], maxBytes: 512_000, isCut: true }
const picture = { types: imageTypes, maxBytes: 5_000_000 }
/** The picture is shown about 110 pixels wide. */
const pictureSide = 480
const readyDays = 7
const failedDays = 1
/** Only two of the four workers read pages, so that slow servers of strangers do not block other jobs. */
const queues = 2
/** Of this many latest posts of a member it is counted how many wait for their page. */
const countedPosts = 100

type Card = { state: string; fetched_at: Date | null }

/**
 * Returns the card of the first address in a caption, or null. It queues the job that reads the page, unless that was done
 * lately. The row is locked, so that deleting the last other post with this address does not delete the card.
 */
export async function linkCardFor(
  deps: Deps & { tx: Tx },
  writer: Viewer,
  caption: string,
): Promise<number | null> {
  const { tx } = deps
  const first = webAddressesIn(caption)[0]
  if (!deps.settings.hasLinkCards || first === undefined) return null
  const { href: url, host } = new URL(first.href)
  if (url.length > longestUrl) return null
  const card = await tx
    .insertInto('link_cards')
    .values({ url })
    .onConflict((on) => on.column('url').doUpdateSet({ url }))
    .returning(['id', 'state', 'fetched_at'])
    .executeTakeFirstOrThrow()
  if (isDue(card, deps.clock.now())) {
    const priority = afterOtherJobs + (await countWaiting(tx, writer))
    const when = { key: `link-card-${card.id}`, queue: queueOf(host), priority }
    await enqueue(tx, fetchLinkCard, { cardId: card.id }, when)
  }
  return card.id
}

/** Who has many pages waiting to be read waits for those who have few. */
async function countWaiting(tx: Tx, { id }: Viewer): Promise<number> {
  const latest = tx
    .selectFrom('posts')
    .select('link_card_id')
    .where('author_id', '=', id)
    .orderBy('id', 'desc')
    .limit(countedPosts)
  return countRows(tx.selectFrom('link_cards').where('id', 'in', latest).where('state', '=', 'pending'))
}

/** Returns the same queue for the same host, so that no host gets two requests at a time. */
function queueOf(host: string): string {
  return `link-cards-${createHash('sha256').update(host).digest().readUInt8() % queues}`
}

function isDue({ state, fetched_at }: Card, now: Date): boolean {
  const days = state === 'ready' ? readyDays : failedDays
  return fetched_at === null || fetched_at <= inDays(now, -days)
}

export const fetchLinkCard = job({
  name: 'fetch-link-card',
  payload: z.object({ cardId: z.number() }),
  async run(deps, { cardId }) {
    const card = await deps.db
      .selectFrom('link_cards')
      .select(['url', 'state', 'fetched_at'])
      .where('id', '=', cardId)
      .executeTakeFirst()
    // The posts were deleted, another job was faster, or the operator has switched link cards off.
    if (!card || !isDue(card, deps.clock.now()) || !deps.settings.hasLinkCards) return
    const content = await readCard(deps, new URL(card.url)).catch((error: unknown) => {
      deps.log.debug({ err: error, cardId }, 'a linked page cannot be read')
      return null
    })
    await transact(deps.db, (tx) => saveCard(deps, tx, cardId, content))
  },
})

type CardContent = { title: string; description: string | null; site: string; image_url: string | null }

async function readCard(deps: Deps, url: URL): Promise<CardContent | null> {
  const visit = deps.publicWeb.visit()
  const summary = summarizePage(await visit.fetch(url, html))
  if (summary === null) return null
  const { image, ...texts } = summary
  const copy = async (address: URL) => {
    const { bytes } = await visit.fetch(address, picture)
    return storePicture(deps, bytes, pictureSide)
  }
  // The card is also useful without its picture.
  return { ...texts, image_url: image && (await copy(image).catch(() => null)) }
}

/**
 * Stores what was read. A page that can no longer be read leaves its card unchanged. Posts are locked before cards, as in
 * edits and deletions.
 */
async function saveCard(deps: Deps, tx: Tx, cardId: number, content: CardContent | null): Promise<void> {
  const posts = tx.selectFrom('posts').select('id').where('link_card_id', '=', cardId)
  await posts.orderBy('id').forNoKeyUpdate().execute()
  const before = await tx
    .selectFrom('link_cards')
    .select(['state', 'image_url'])
    .where('id', '=', cardId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const isReady = content !== null || before?.state === 'ready'
  await tx
    .updateTable('link_cards')
    .set({ ...content, state: isReady ? 'ready' : 'failed', fetched_at: deps.clock.now() })
    .where('id', '=', cardId)
    .execute()
  if (content === null) return
  await tx
    .updateTable('posts')
    .set({ version: sql`version + 1` })
    .where('link_card_id', '=', cardId)
    .execute()
  if (before?.image_url) await removeUnusedMedia(tx, [before.image_url])
}
