import { createGroupPost, createPost, type NewPost } from '@rootsquare/contract/posts'
import type { QueryClient } from '@tanstack/react-query'
import {
  deleteDraft,
  draftKeyOf,
  postFailed,
  postFailureText,
  StoredPostDraft,
  type DraftSlot,
  type PostDraft,
} from '#web/features/posts/composer/composer-draft.ts'
import { prependPost } from '#web/entities/posts/post-cache.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call } from '#web/lib/net/call.ts'
import { requestKeyFor } from '#web/lib/net/request-key.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { entriesIn, newEntry, removeEntry, saveEntries, type Outbox } from '#web/lib/storage/outbox.ts'
import { sendWaiting } from '#web/lib/storage/outbox-sender.ts'
import { saveDraft, savedDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** `groupId` is null if the post is for followers. */
type PostRequest = { groupId: number | null; body: NewPost }

function postOutbox({ memberId, groupId }: DraftSlot): Outbox {
  return { kind: 'post', memberId, id: groupId ?? 0, interruptedError: postFailed }
}

/** This module is loaded with the first post. The draft stays until the post has arrived. */
export function addPost(queryClient: QueryClient, place: DraftSlot, draft: PostDraft): Promise<void> {
  const request = { groupId: place.groupId ?? draft.group?.id ?? null, body: postBodyOf(draft) }
  const sent = requestKeyFor(draft.sent, request)
  saveDraft(draftKeyOf(place), { ...draft, sent })
  saveEntries(postOutbox(place), [{ ...newEntry(request.body.caption, request), id: sent.key }])
  return sendPosts(queryClient, place)
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

/** Sends what waits in the outbox. A post that fails is only a draft again, so that its writer can change it. */
export async function sendPosts(queryClient: QueryClient, place: DraftSlot): Promise<void> {
  const outbox = postOutbox(place)
  await sendWaiting({
    outbox,
    waitsForFailed: false,
    isRetried: false,
    send: async ({ id, item }) => {
      if (!isPostRequest(item)) throw new Error('This is no post.')
      const { groupId, body } = item
      const request = { body, idempotencyKey: id }
      if (groupId === null) return (await call(createPost, request)).data
      return (await call(createGroupPost, { ...request, params: { groupId } })).data
    },
    onSent: (_, post) => {
      prependPost(queryClient, post)
      announce('live-polite', 'Posted')
      deleteDraft(place)
    },
    onFailed: ({ id }, failure) => {
      removeEntry(outbox, id)
      if (isRejection(failure)) forgetKey(place)
      showSnackbar('error', postFailureText(failure))
    },
  })
  // What is too old to be sent by itself is still a draft.
  for (const { id, error } of entriesIn(outbox)) if (error !== null) removeEntry(outbox, id)
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
