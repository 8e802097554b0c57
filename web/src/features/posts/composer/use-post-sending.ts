import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import {
  isCaptionFit,
  isPostSending,
  postFailureText,
  type DraftSlot,
  type PostDraft,
} from '#web/features/posts/composer/composer-draft.ts'
import type { Attachments } from '#web/features/posts/composer/use-composer-files.ts'
import type { AttachedFile } from '#web/entities/uploads/use-draft-files.ts'
import { isFinal, isLost, pendingProgress } from '#web/entities/uploads/upload-progress.ts'
import { useIsOnline } from '#web/lib/browser/use-online.ts'
import { noResponse } from '#web/lib/net/call.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { useSendWaiting } from '#web/lib/storage/use-send-waiting.ts'
import { onStoredChange } from '#web/lib/storage/member-store.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const notSentText = 'Your post was not sent, because its files were still uploading. It is saved as a draft.'

type Sending = {
  place: DraftSlot
  draft: PostDraft
  attachments: Attachments
  /** Whether Post was pressed and the post is not sent yet. */
  isWaiting: boolean
  setWaiting: (isWaiting: boolean) => void
}

/** Waits for the uploads after Post was pressed and then sends. A post is never sent without one of its files. */
export function usePostSending({ place, draft, attachments, isWaiting, setWaiting }: Sending) {
  const queryClient = useQueryClient()
  const isSending = useSyncExternalStore(onStoredChange, () => isPostSending(place))
  useSendWaiting({ id: place.groupId ?? 0, waiting: Number(isSending) }, () =>
    // What cannot be sent now is sent when the app starts again.
    loadOutbox().then(
      ({ sendPosts }) => sendPosts(queryClient, place),
      () => {},
    ),
  )
  const isOnline = useIsOnline()
  const { left, isAnyFailed, mayRetry } = stateOf(attachments.files, isOnline)
  const phase = phaseOf({ isSending, isWaiting })
  // Without a connection the post waits in the feed together with its files.
  const isReady = isWaiting && (left === 0 || !isOnline) && !isAnyFailed
  usePreloadedOutbox(draft.text !== '')
  useWarningOnLeaving(phase === 'waiting')
  if (isWaiting && isAnyFailed) setWaiting(false)

  const send = useEffectEvent(() => {
    void loadOutbox()
      .then(({ addPost }) => addPost(queryClient, place, draft))
      .catch((failure: unknown) => showSnackbar('error', postFailureText(failure)))
      .then(() => setWaiting(false))
  })
  useEffect(() => {
    if (isReady) send()
  }, [isReady])

  function post(): void {
    if (phase !== 'writing' || isAnyFailed || !isCaptionFit(draft.text)) return
    clearSnackbars()
    setWaiting(true)
  }

  return { phase, left, isAnyFailed, mayRetry, post, cancel: () => setWaiting(false) }
}

/** The code that sends a post, and that shows it while it waits, must be there when the connection is lost. */
function usePreloadedOutbox(isBegun: boolean): void {
  useEffect(() => {
    if (!isBegun) return
    loadOutbox().catch(() => {})
    import('#web/features/posts/composer/parked-posts.tsx').catch(() => {})
  }, [isBegun])
}

/** A failure to load code counts as a lost connection. */
function loadOutbox() {
  return import('#web/features/posts/composer/post-outbox.ts').catch(() => {
    throw noResponse()
  })
}

type Phase = 'writing' | 'waiting' | 'sending'

function phaseOf({ isSending, isWaiting }: { isSending: boolean; isWaiting: boolean }): Phase {
  if (isSending) return 'sending'
  return isWaiting ? 'waiting' : 'writing'
}

function stateOf(all: readonly AttachedFile[], isOnline: boolean) {
  const files = all.map((file) => (!isOnline && isLost(file.progress) ? pending(file) : file))
  const states = files.map(({ progress }) => progress.is)
  const mayRetry = files.some(({ progress }) => progress.is === 'failed' && !isFinal(progress))
  const left = states.filter((is) => is === 'pending').length
  return { left, isAnyFailed: states.includes('failed'), mayRetry }
}

const pending = (file: AttachedFile): AttachedFile => ({ ...file, progress: pendingProgress })

/** Warns a member who leaves after pressing Post that it was not sent. */
function useWarningOnLeaving(isWaiting: boolean): void {
  const onLeave = useEffectEvent(() => {
    if (isWaiting && currentSession() !== null) showSnackbar('warning', notSentText)
  })
  useEffect(() => () => onLeave(), [])
}
