import type { LiveBlock, LiveRead, LiveUnread, Message } from '@rootsquare/contract/messages'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#web/features/messages/live/live-events.ts'
import { keepLine } from '#web/features/messages/live/live-line.ts'
import type { Line } from '#web/features/messages/live/live-line.ts'
import { tellAllAnswers, notifyAnswered } from '#web/features/messages/live/live-wake.ts'
import {
  applyMessage,
  applyRead,
  loadAnew,
  messageKeys,
  setUnread,
} from '#web/entities/messages/message-cache.ts'
import { CallError } from '#web/lib/net/call.ts'

/** What the tabs of a browser tell each other. Only the one that holds the stream says more than `where`. */
type Word =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'at'; place: number | null; senders: number | undefined }
  | { kind: 'ask' }
  | { kind: 'where' }

type Tab = {
  queryClient: QueryClient
  memberId: number
  /** The member has blocked somebody, or ended that, on whichever page. */
  onBlock: (userId: number) => void
}

/** Up to which event this page has been told, for as long as it keeps what it loaded. */
const places = new Map<number, number>()

/**
 * One stream for all tabs of the browser: it belongs to whichever has the lock, which passes on what it hears. Only tabs
 * that are looked at take part. Events are numbered without a gap, so each tab knows by itself whether it missed one.
 */
export function goLive(tab: Tab): () => void {
  let leave = () => {}

  function onVisibility(): void {
    leave()
    leave = document.hidden ? () => {} : join(tab)
  }

  const stopTelling = tellAllAnswers(tab.queryClient)
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    stopTelling()
    leave()
  }
}

function join(tab: Tab): () => void {
  const name = `rootsquare.live.${tab.memberId}`
  const channel = new BroadcastChannel(name)
  const over = new AbortController()
  let isLeading = false

  // Whoever has left may still be about to say something.
  const tell = (word: Word) => {
    if (!over.signal.aborted) channel.postMessage(word)
  }
  channel.addEventListener('message', ({ data: word }: MessageEvent<Word>) => {
    if (word.kind === 'event') take(tab, word.event)
    else if (word.kind === 'at') compare(tab, word)
    else if (word.kind === 'ask') ask(tab)
    else if (isLeading) tell(whereabouts(tab))
  })
  tell({ kind: 'where' })
  void holdAlone(name, over.signal, () => {
    isLeading = true
    return keepLine(lineOf(tab, tell), over.signal)
  })
  return () => {
    over.abort()
    channel.close()
  }
}

/** Browsers keep locks from pages that came over plain http: then each tab has a stream of its own. */
async function holdAlone(name: string, signal: AbortSignal, deed: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return deed()
  let isHeld = false
  const hold = () => {
    isHeld = true
    return deed()
  }
  try {
    await navigator.locks.request(name, { signal }, hold)
  } catch (failure) {
    if (signal.aborted) return
    if (isHeld) throw failure
    await deed()
  }
}

function lineOf(tab: Tab, tell: (word: Word) => void): Line {
  return {
    place: () => places.get(tab.memberId) ?? null,
    onEvent(event) {
      tell({ kind: 'event', event })
      take(tab, event)
    },
    ask() {
      ask(tab)
      tell({ kind: 'ask' })
    },
  }
}

function whereabouts({ queryClient, memberId }: Tab): Word {
  const senders = queryClient.getQueryData<number>(messageKeys.unread())
  return { kind: 'at', place: places.get(memberId) ?? null, senders }
}

function compare({ queryClient, memberId }: Tab, { place, senders }: Extract<Word, { kind: 'at' }>): void {
  if (place === null) return
  if (place > (places.get(memberId) ?? -1)) {
    places.set(memberId, place)
    loadAnew(queryClient)
  }
  if (senders !== undefined) setUnread(queryClient, senders)
}

function ask({ queryClient }: Tab): void {
  loadAnew(queryClient)
  void queryClient.invalidateQueries({ queryKey: messageKeys.unread() })
}

function take(tab: Tab, event: LiveEvent): void {
  const { queryClient, memberId } = tab
  const { id, name, data } = event
  const place = places.get(memberId) ?? null
  const isReset = name === 'reset'
  notifyAnswered()
  if (id !== null) {
    const isBehind = place !== null && id <= place && !isReset
    if (isBehind && data !== '') return
    const isNext = place !== null && id === place + 1 && data !== '' && !isReset
    if (!isBehind) places.set(memberId, id)
    if (!isBehind && !isNext) loadAnew(queryClient)
  }
  if (data === '') retryUnanswered(queryClient)
  else apply(tab, name, data)
}

function apply({ queryClient, memberId, onBlock }: Tab, name: string, data: string): void {
  if (name === 'message') {
    const message: Message = JSON.parse(data)
    applyMessage(queryClient, memberId, message)
  }
  if (name === 'read') {
    const read: LiveRead = JSON.parse(data)
    applyRead(queryClient, memberId, read)
  }
  if (name === 'unread') {
    const { senders }: LiveUnread = JSON.parse(data)
    setUnread(queryClient, senders)
  }
  if (name === 'block') {
    const { userId }: LiveBlock = JSON.parse(data)
    onBlock(userId)
  }
}

/** The stream has begun: what could not be asked while the line was down is asked now. */
function retryUnanswered(queryClient: QueryClient): void {
  const predicate = ({ state }: Query) =>
    state.data === undefined
      ? state.error instanceof CallError && state.error.status === 0
      : state.isInvalidated
  const which = { queryKey: messageKeys.all, type: 'active', predicate } as const
  void queryClient.refetchQueries(which, { cancelRefetch: false })
}
