import type { LiveRead, LiveUnread, Message } from '@rootsquare/contract/messages'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#web/features/messages/live-events.ts'
import { keepLine } from '#web/features/messages/live-line.ts'
import {
  applyMessage,
  applyRead,
  loadAnew,
  messageKeys,
  setUnread,
} from '#web/features/messages/message-cache.ts'

/** What the tabs of a browser tell each other. Only the one that holds the stream says more than `where`. */
type Word =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'at'; place: number; senders: number | undefined }
  | { kind: 'ask' }
  | { kind: 'where' }

type Tab = { queryClient: QueryClient; memberId: number; isOpen: boolean }

/** Up to which event this page has been told, for as long as it keeps what it loaded. */
const places = new Map<number, number>()

/**
 * One stream for all tabs of the browser: it belongs to whichever has the lock, and passes on what it hears. Only tabs
 * that are looked at take part. Events are numbered without a gap, so each tab knows by itself whether it missed one.
 */
export function goLive(queryClient: QueryClient, memberId: number): () => void {
  let leave = () => {}

  function onVisibility(): void {
    leave()
    leave = document.visibilityState === 'visible' ? join({ queryClient, memberId, isOpen: false }) : () => {}
  }

  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    leave()
  }
}

function join(tab: Tab): () => void {
  const name = `rootsquare.live.${tab.memberId}`
  const channel = new BroadcastChannel(name)
  const over = new AbortController()
  const tell = (word: Word) => channel.postMessage(word)
  let isLeading = false
  channel.addEventListener('message', ({ data: word }: MessageEvent<Word>) => {
    if (word.kind !== 'where') hear(tab, word)
    else if (isLeading) tell(whereabouts(tab))
  })
  tell({ kind: 'where' })

  async function lead(): Promise<void> {
    isLeading = true
    await keepLine(lineOf(tab, tell), over.signal)
  }

  holdAlone(name, over.signal, lead)
  return () => {
    over.abort()
    channel.close()
  }
}
