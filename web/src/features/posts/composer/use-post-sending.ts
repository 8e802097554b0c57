import { createGroupPost, createPost, type NewPost } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import {
  postBodyOf,
  isCaptionFit,
  postKeyOf,
  type PostDraft,
} from '#web/features/posts/composer/composer-draft.ts'
import { pendingProgress } from '#web/features/posts/composer/composer-files.ts'
import { writeDraft, type DraftPlace } from '#web/features/posts/drafts/draft-store.ts'
import { prependPost } from '#web/entities/posts/post-cache.ts'
import { useLatest, type Latest } from '#web/features/posts/composer/use-latest.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Phase = 'writing' | 'waiting' | 'sending'

/** The server deletes files that no post uses after a day; a draft may be older. */
const freshMs = 12 * 3_600_000
const notSentText = 'Your post was not sent, since its files were still on their way. It is kept as a draft.'
const offlineText = 'You are offline. What you wrote is kept here.'

type CreateRequest = { groupId: number | null; body: NewPost; key: string }

function useCreatePost(place: DraftPlace) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async ({ groupId, body, key }: CreateRequest) => {
      const request = { body, idempotencyKey: key }
      if (groupId === null) return (await call(createPost, request)).data
      return (await call(createGroupPost, { ...request, params: { groupId } })).data
    },
    // Set here so that it also runs after the member has gone to another page.
    onSuccess: (post) => {
      prependPost(queryClient, post)
      announce('live-polite', 'Posted')
      writeDraft(place, null).catch(() => undefined)
    },
  })
}

function requestOf(written: PostDraft, groupId: number | null): CreateRequest {
  const body = postBodyOf(written)
  return { groupId, body, key: postKeyOf(written.id, groupId, body) }
}

type Sending = {
  draft: Latest<PostDraft>
  place: DraftPlace
  fixedGroupId: number | undefined
  onPosted: () => void
  /** Saves the draft at once, so that it has the same key after a lost answer and a reload. */
  saveNow: () => void
}

/** Waits for the uploads after Post was pressed and then sends. A post is never sent without one of its files. */
export function usePostSending({ draft, place, fixedGroupId, onPosted, saveNow }: Sending) {
  const { mutateAsync } = useCreatePost(place)
  const phase = useLatest<Phase>(() => 'writing')
  const enter = (next: Phase) => phase.change(() => next)
  const cancel = () => phase.latest() === 'waiting' && enter('writing')
  useWarningOnLeaving(phase.value)

  async function send(written: PostDraft): Promise<void> {
    enter('sending')
    saveNow()
    try {
      await mutateAsync(requestOf(written, fixedGroupId ?? written.group?.id ?? null))
      onPosted()
    } catch (failure) {
      if (isRejection(failure)) draft.change((now) => ({ ...now, id: randomId() }))
      showSnackbar('error', failureText(failure))
    }
    enter('writing')
  }

  /** Sends after the last upload. It reads the latest draft, because an upload may call an old closure. */
  function sendWhenReady(): void {
    const { left, isAnyFailed } = stateOf(draft.latest())
    if (phase.latest() !== 'waiting') return
    if (isAnyFailed) enter('writing')
    else if (left === 0) void send(draft.latest())
  }

  function post(): void {
    const now = draft.latest()
    if (phase.latest() !== 'writing' || stateOf(now).isAnyFailed || !isCaptionFit(now.text)) return
    clearSnackbars()
    draft.change(withFreshFiles)
    enter('waiting')
    sendWhenReady()
  }

  return { phase: phase.value, ...stateOf(draft.value), post, sendWhenReady, cancel }
}

function stateOf({ files }: PostDraft) {
  const states = files.map(({ progress }) => progress.is)
  const mayRetry = files.some(({ progress }) => progress.is === 'failed' && !progress.isFinal)
  const left = states.filter((is) => is === 'pending').length
  return { left, isAnyFailed: states.includes('failed'), mayRetry }
}

function withFreshFiles(draft: PostDraft): PostDraft {
  const oldest = Date.now() - freshMs
  return {
    ...draft,
    files: draft.files.map((file) => {
      const isOld = file.progress.is === 'done' && file.progress.at < oldest
      return isOld && file.file !== null ? { ...file, progress: pendingProgress } : file
    }),
  }
}

function failureText(failure: unknown): string {
  const isLost = failure instanceof CallError && failure.status === 0
  if (isLost && !navigator.onLine) return offlineText
  return errorText(failure, 'An unexpected error occurred')
}

/** Warns a member who leaves after pressing Post that it was not sent. */
function useWarningOnLeaving(phase: Phase): void {
  const onLeave = useEffectEvent(() => {
    if (phase === 'waiting' && currentSession() !== null) showSnackbar('warning', notSentText)
  })
  useEffect(() => () => onLeave(), [])
}
