import { createGroupPost, createPost } from '@rootsquare/contract/posts'
import type { NewPost } from '@rootsquare/contract/posts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { bodyOf, isCaptionFit, keyOf } from '#web/features/posts/composer/composer-draft.ts'
import type { Draft } from '#web/features/posts/composer/composer-draft.ts'
import { pending } from '#web/features/posts/composer/composer-files.ts'
import { writeDraft } from '#web/features/posts/drafts/draft-store.ts'
import type { DraftPlace } from '#web/features/posts/drafts/draft-store.ts'
import { prependPost } from '#web/entities/posts/post-cache.ts'
import { useNewest } from '#web/features/posts/feed/use-newest.ts'
import type { Newest } from '#web/features/posts/feed/use-newest.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Phase = 'writing' | 'waiting' | 'sending'

/** The server sweeps what no post shows after a day; a draft may be older. */
const freshMs = 12 * 3_600_000
const leftWords = 'Your post was not sent, since its files were still on their way. It is kept as a draft.'
const offlineWords = 'You are offline. What you wrote is kept here.'

type Deed = { groupId: number | null; body: NewPost; key: string }

function useCreatePost(place: DraftPlace) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ groupId, body, key }: Deed) => {
      const given = { body, idempotencyKey: key }
      if (groupId === null) return (await call(createPost, given)).data
      return (await call(createGroupPost, { ...given, params: { groupId } })).data
    },
    onMutate: whileSignedIn,
    // Also where the person has gone to another page meanwhile.
    onSuccess: (post, _, isHere) => {
      if (!isHere()) return
      prependPost(queryClient, post)
      announce('live-polite', 'Posted')
      writeDraft(place, null).catch(() => undefined)
    },
  })
}

function deedOf(written: Draft, groupId: number | null): Deed {
  const body = bodyOf(written)
  return { groupId, body, key: keyOf(written.id, groupId, body) }
}

type Sending = {
  draft: Newest<Draft>
  place: DraftPlace
  fixedGroupId: number | undefined
  onPosted: () => void
  /** So that one who comes back after a lost answer has the same draft, and with it the same key. */
  saveNow: () => void
}

/** Post waits for the files, and then goes by itself: never without one. */
export function useSending({ draft, place, fixedGroupId, onPosted, saveNow }: Sending) {
  const { mutateAsync } = useCreatePost(place)
  const phase = useNewest<Phase>(() => 'writing')
  const enter = (next: Phase) => phase.change(() => next)
  const cancel = () => phase.newest() === 'waiting' && enter('writing')
  useWordsOnLeaving(phase.value)

  async function send(written: Draft): Promise<void> {
    enter('sending')
    saveNow()
    try {
      await mutateAsync(deedOf(written, fixedGroupId ?? written.group?.id ?? null))
      onPosted()
    } catch (failure) {
      if (isRejection(failure)) draft.change((now) => ({ ...now, id: randomId() }))
      showSnackbar('error', wordsFor(failure))
    }
    enter('writing')
  }

  /** Whenever a file has come further. Reads the newest: it may be called by an upload begun many renders ago. */
  function goOn(): void {
    const { left, isAnyFailed } = stateOf(draft.newest())
    if (phase.newest() !== 'waiting') return
    if (isAnyFailed) enter('writing')
    else if (left === 0) void send(draft.newest())
  }

  function post(): void {
    const now = draft.newest()
    if (phase.newest() !== 'writing' || stateOf(now).isAnyFailed || !isCaptionFit(now.text)) return
    clearSnackbars()
    draft.change(withFreshFiles)
    enter('waiting')
    goOn()
  }

  return { phase: phase.value, ...stateOf(draft.value), post, goOn, cancel }
}

function stateOf({ files }: Draft) {
  const states = files.map(({ progress }) => progress.is)
  const mayRetry = files.some(({ progress }) => progress.is === 'failed' && !progress.isFinal)
  const left = states.filter((is) => is === 'pending').length
  return { left, isAnyFailed: states.includes('failed'), mayRetry }
}

function withFreshFiles(draft: Draft): Draft {
  const oldest = Date.now() - freshMs
  return {
    ...draft,
    files: draft.files.map((file) => {
      const isOld = file.progress.is === 'done' && file.progress.at < oldest
      return isOld && file.file !== null ? { ...file, progress: pending } : file
    }),
  }
}

function wordsFor(failure: unknown): string {
  const isLost = failure instanceof CallError && failure.status === 0
  if (isLost && !navigator.onLine) return offlineWords
  return errorText(failure, 'An unexpected error occurred')
}

/** Whoever pressed Post and went on must not take it for posted. */
function useWordsOnLeaving(phase: Phase): void {
  const onLeave = useEffectEvent(() => {
    if (phase === 'waiting' && currentSession() !== null) showSnackbar('warning', leftWords)
  })
  useEffect(() => () => onLeave(), [])
}
