import { createGroupPost, createPost, type NewPost, type Post } from '@rootsquare/contract/posts'
import type { QueryClient } from '@tanstack/react-query'
import {
  blankPostDraft,
  deleteDraft,
  draftKeyOf,
  fileKeyOf,
  parkedPosts,
  postFailed,
  postFailureText,
  StoredPostDraft,
  targetOf,
  type DraftSlot,
  type ParkedPost,
  type PostDraft,
} from '#web/features/posts/composer/composer-draft.ts'
import { prependPost } from '#web/entities/posts/post-cache.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { CallError, noResponse } from '#web/lib/net/call.ts'
import { requestKeyFor } from '#web/lib/net/request-key.ts'
import { isTemporary } from '#web/lib/net/retry-until-answered.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { sendStored, storedCall } from '#web/lib/net/stored-call.ts'
import type { StoredCall } from '#web/lib/storage/sendable-entry.ts'
import { isOffline } from '#web/lib/net/wait.ts'
import { outboxPrefix } from '#web/lib/storage/database.ts'
import { storeValues } from '#web/lib/storage/member-store.ts'
import {
  entriesIn,
  newEntry,
  removeEntry,
  saveEntries,
  saveFailed,
  withoutError,
} from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { sendWaiting } from '#web/lib/storage/outbox-sender.ts'
import { saveDraft, savedDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** `groupId` is null if the post is for followers. A post that has left its composer contains what was its draft. */
type PostRequest = { groupId: number | null; body: NewPost; draft?: PostDraft }

function postOutbox({ memberId, groupId }: DraftSlot): Outbox {
  return {
    kind: 'post',
    memberId,
    id: groupId ?? 0,
    interruptedError: postFailed,
    // The service worker could not delete the draft that an other post still has.
    callOf: (entry) => (isParked(entry) ? callOf(entry) : null),
  }
}

/**
 * This module is loaded with the first post. With a connection the draft stays until the post has arrived. Without one the
 * post leaves the composer, with its files, and waits in the feed.
 */
export function addPost(queryClient: QueryClient, place: DraftSlot, draft: PostDraft): void {
  const request = { groupId: targetOf(place, draft), body: postBodyOf(draft) }
  const missing = draft.files.filter(({ done }) => done === null).map(({ id }) => id)
  const sent = requestKeyFor(draft.sent, missing.length > 0 ? { ...request, missing } : request)
  saveDraft(draftKeyOf(place), { ...draft, sent })
  saveEntries(postOutbox(place), [{ ...newEntry(request.body.caption, request), id: sent.key }])
  if (isOffline()) park(place, sent.key)
  void sendPosts(queryClient, place)
}

/** Returns the body of the request. Every file must be uploaded before. */
export function postBodyOf({ text, place, files }: PostDraft): NewPost {
  return {
    caption: text.trim(),
    location: place?.trim() || null,
    postImageDTO: files.flatMap(({ alt, done }) =>
      done === null
        ? []
        : [{ postImage: done.uploaded.url, thumbnail: done.uploaded.thumbnail, alt: alt.trim() || null }],
    ),
  }
}

/** Returns null while a file of the post must still be uploaded. */
function callOf({ item }: OutboxEntry): StoredCall<Post> | null {
  if (!isPostRequest(item)) return null
  const { groupId, body, draft } = item
  if (draft?.files.some(({ done }) => done === null)) return null
  return groupId === null
    ? storedCall(createPost, { body })
    : storedCall(createGroupPost, { body, params: { groupId } })
}

/** Sends what waits in the outbox. */
export async function sendPosts(queryClient: QueryClient, place: DraftSlot): Promise<void> {
  const outbox = postOutbox(place)
  const current = (id: string) => entriesIn(outbox).find((entry) => entry.id === id)
  await sendWaiting({
    outbox,
    waitsForFailed: false,
    async send({ id }) {
      try {
        const parked = parkedPosts(place.memberId).find((post) => post.id === id)
        if (parked) await uploadMissing(queryClient, outbox, parked)
        const entry = current(id)
        const call = entry && callOf(entry)
        if (!call) throw new Error('This is no post.')
        return (await sendStored(call, id)).data
      } catch (failure) {
        if (isTemporary(failure)) park(place, id)
        throw failure
      }
    },
    onSent({ id }, post) {
      prependPost(queryClient, post)
      announce('live-polite', 'Posted')
      const entry = current(id)
      if (entry && !isParked(entry)) deleteDraft(place)
    },
    onFailed(entry, failure) {
      const latest = current(entry.id)
      if (latest && isParked(latest)) return reportParked(outbox, latest, failure)
      // A post with a connection is only a draft again, so that its writer can change it.
      removeEntry(outbox, entry.id)
      if (isRejection(failure)) forgetKey(place)
      showSnackbar('error', postFailureText(failure))
    },
  })
  // What is too old to be sent by itself is still a draft.
  for (const entry of entriesIn(outbox))
    if (entry.error !== null && !isParked(entry)) removeEntry(outbox, entry.id)
}

/** Its card shows the error. Without an answer it waits on, and is sent again at once. */
function reportParked(outbox: Outbox, entry: OutboxEntry, failure: unknown): void {
  if (isTemporary(failure)) return
  // A file that cannot be sent has no answer of the server.
  const isOfFile = failure instanceof Error && !(failure instanceof CallError)
  const error = isOfFile ? failure.message : postFailureText(failure)
  showSnackbar('error', error)
  saveFailed(outbox, { ...entry, error }, failure)
}

/** Takes a post out of its composer, in which the next one can be written. Its files stay where they are. */
function park(place: DraftSlot, id: string): void {
  const outbox = postOutbox(place)
  const entry = entriesIn(outbox).find((one) => one.id === id)
  if (entry === undefined || isParked(entry) || !isPostRequest(entry.item)) return
  const draft = savedDraft(draftKeyOf(place), StoredPostDraft) ?? blankPostDraft
  const files = draft.files.map(({ id: fileId }) => fileKeyOf(place, fileId))
  saveEntries(outbox, [{ ...entry, files, item: { ...entry.item, draft } }])
  saveDraft(draftKeyOf(place), null)
}

const isParked = ({ item }: OutboxEntry) => propertyOf(item, 'draft') !== undefined

async function uploadMissing(queryClient: QueryClient, outbox: Outbox, post: ParkedPost): Promise<void> {
  const { uploadMissingFiles } = await import('#web/features/posts/composer/upload-parked.ts').catch(() => {
    throw noResponse()
  })
  await uploadMissingFiles(queryClient, post, (draft) => {
    const entry = entriesIn(outbox).find(({ id }) => id === post.id)
    if (entry === undefined || !isPostRequest(entry.item)) return
    saveEntries(outbox, [{ ...entry, item: { ...entry.item, draft, body: postBodyOf(draft) } }])
  })
}

export function retryPost(queryClient: QueryClient, post: ParkedPost): void {
  const outbox = postOutbox(post)
  const entries = entriesIn(outbox).filter(({ id }) => id === post.id)
  saveEntries(outbox, entries.map(withoutError))
  void sendPosts(queryClient, post)
}

/** Puts a post that waits back into its composer, behind what is written there. */
export function editPost(post: ParkedPost): void {
  // Its files are those of the draft again.
  storeValues(post.memberId, [[`${outboxPrefix}${post.id}`, null]])
  const key = draftKeyOf(post)
  const typed = savedDraft(key, StoredPostDraft) ?? blankPostDraft
  const merged = StoredPostDraft.safeParse(StoredPostDraft.merge(typed, post.draft)).data
  saveDraft(key, { ...(merged ?? post.draft), sent: null })
}

export function discardPost(post: ParkedPost): void {
  removeEntry(postOutbox(post), post.id)
}

function isPostRequest(item: unknown): item is PostRequest {
  const groupId = propertyOf(item, 'groupId')
  return (groupId === null || typeof groupId === 'number') && propertyOf(item, 'body') !== undefined
}

/** The server would reject the same key again. */
function forgetKey(place: DraftSlot): void {
  const key = draftKeyOf(place)
  const draft = savedDraft(key, StoredPostDraft)
  if (draft !== null) saveDraft(key, { ...draft, sent: null })
}
