import type {
  LiveBlock,
  LiveOrder,
  LivePost,
  LiveRead,
  LiveSignal,
  LiveUnread,
  Message,
} from '@rootsquare/contract/messages'
import type { LiveNotification } from '@rootsquare/contract/notifications'
import type { Query, QueryClient } from '@tanstack/react-query'
import { keepStreamOpen, type LiveEvent, type StreamHandlers } from '#web/lib/net/live-stream.ts'
import {
  activityOf,
  repeatPresenceRequests,
  requestPresenceUnlessOnline,
  recordActivity,
} from '#web/features/messages/member-activity.ts'
import { watchDataUse } from '#web/lib/browser/data-meter.ts'
import { watchAnswers, notifyAnswered } from '#web/lib/net/wait.ts'
import { messageKeys } from '#web/entities/messages/message-keys.ts'
import { applyMessage, applyRead, reloadMessages, setUnread } from '#web/entities/messages/message-cache.ts'
import { notificationKeys } from '#web/entities/notifications/notification-keys.ts'
import { applyUnread, reloadNotifications } from '#web/entities/notifications/notification-count.ts'
import { reloadOrder, reloadOrders } from '#web/entities/orders/order-cache.ts'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { requestNewPostCount } from '#web/entities/posts/new-posts.ts'
import { CallError } from '#web/lib/net/call.ts'

/** A message between tabs of a browser. Only the tab with the stream sends anything except `getPosition`. */
type TabMessage =
  | { kind: 'event'; event: LiveEvent }
  | {
      kind: 'position'
      lastEventId: number | null
      senders: number | undefined
      notifications: number | undefined
    }
  | { kind: 'poll' }
  | { kind: 'getPosition' }

type Tab = {
  queryClient: QueryClient
  memberId: number
}

/** The last event that each member’s data on this page includes. */
const lastEventIds = new Map<number, number>()

/**
 * Shares one stream among the visible tabs of the browser: the tab with the lock opens it and passes its events on.
 * Events are numbered without a gap, so each tab knows by itself whether it missed one.
 */
export function goLive(tab: Tab): () => void {
  let leave = () => {}
  watchDataUse()

  function onVisibility(): void {
    leave()
    leave = document.hidden ? () => {} : join(tab)
  }

  const stopWatching = watchAnswers(tab.queryClient)
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    stopWatching()
    leave()
  }
}

function join(tab: Tab): () => void {
  const name = `rootsquare.live.${tab.memberId}`
  const channel = new BroadcastChannel(name)
  const over = new AbortController()
  let isStreaming = false

  // A tab that has left may still finish a task that sends.
  const send = (message: TabMessage) => {
    if (!over.signal.aborted) channel.postMessage(message)
  }
  channel.addEventListener('message', ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'event') handleEvent(tab, message.event)
    else if (message.kind === 'position') catchUp(tab, message)
    else if (message.kind === 'poll') startPolling(tab)
    else if (isStreaming) send(positionMessage(tab))
  })
  send({ kind: 'getPosition' })
  void withLock(name, over.signal, () => {
    isStreaming = true
    return keepStreamOpen(streamHandlers(tab, send), over.signal)
  })
  return () => {
    over.abort()
    channel.close()
  }
}

/** Runs with the lock. Browsers have no locks on pages over plain http, so there each tab has its own stream. */
async function withLock(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run()
  let isLocked = false
  const runLocked = () => {
    isLocked = true
    return run()
  }
  try {
    await navigator.locks.request(name, { signal }, runLocked)
  } catch (failure) {
    if (signal.aborted) return
    if (isLocked) throw failure
    await run()
  }
}

function streamHandlers(tab: Tab, send: (message: TabMessage) => void): StreamHandlers {
  return {
    lastEventId: () => lastEventIds.get(tab.memberId) ?? null,
    onEvent(event) {
      send({ kind: 'event', event })
      handleEvent(tab, event)
    },
    poll() {
      startPolling(tab)
      send({ kind: 'poll' })
    },
  }
}

function positionMessage({ queryClient, memberId }: Tab): TabMessage {
  const senders = queryClient.getQueryData<number>(messageKeys.unread())
  const notifications = queryClient.getQueryData<number>(notificationKeys.unread())
  return { kind: 'position', lastEventId: lastEventIds.get(memberId) ?? null, senders, notifications }
}

function catchUp(
  { queryClient, memberId }: Tab,
  { lastEventId, senders, notifications }: Extract<TabMessage, { kind: 'position' }>,
): void {
  if (lastEventId === null) return
  if (lastEventId > (lastEventIds.get(memberId) ?? -1)) {
    lastEventIds.set(memberId, lastEventId)
    reloadMessages(queryClient)
    reloadOrders(queryClient)
  }
  if (senders !== undefined) setUnread(queryClient, senders)
  const known = queryClient.getQueryData<number>(notificationKeys.unread())
  if (notifications !== undefined && notifications !== known) applyUnread(queryClient, notifications)
}

function startPolling({ queryClient }: Tab): void {
  reloadMessages(queryClient)
  reloadNotifications(queryClient)
  reloadOrders(queryClient)
  for (const queryKey of [messageKeys.unread(), notificationKeys.unread()])
    void queryClient.invalidateQueries({ queryKey })
}

function handleEvent(tab: Tab, event: LiveEvent): void {
  const { queryClient, memberId } = tab
  const { id, name, data } = event
  const lastEventId = lastEventIds.get(memberId) ?? null
  const isReset = name === 'reset'
  notifyAnswered()
  if (id !== null) {
    const isBehind = lastEventId !== null && id <= lastEventId && !isReset
    if (isBehind && data !== '') return
    const isNext = lastEventId !== null && id === lastEventId + 1 && data !== '' && !isReset
    if (!isBehind) lastEventIds.set(memberId, id)
    if (!isBehind && !isNext) {
      reloadMessages(queryClient)
      // At the first event of a page the notifications have just been loaded.
      if (lastEventId !== null) {
        reloadNotifications(queryClient)
        reloadOrders(queryClient)
      }
    }
  }
  if (data === '' || isReset) repeatPresenceRequests()
  if (data !== '') return apply(tab, name, data)
  retryUnanswered(queryClient)
  // Posts are announced without a number, so those missed without a stream are not announced again.
  if (lastEventId !== null) requestNewPostCount(queryClient)
}

function apply({ queryClient, memberId }: Tab, name: string, data: string): void {
  if (name === 'message') {
    const message: Message = JSON.parse(data)
    applyMessage(queryClient, memberId, message)
    recordActivity(queryClient, message.senderId, { typingUntil: 0 })
    requestPresenceUnlessOnline(queryClient, message.senderId)
  }
  if (name === 'typing' || name === 'presence') {
    const { userId }: LiveSignal = JSON.parse(data)
    recordActivity(queryClient, userId, activityOf(name))
  }
  if (name === 'read') {
    const read: LiveRead = JSON.parse(data)
    applyRead(queryClient, memberId, read)
    requestPresenceUnlessOnline(queryClient, read.userId)
  }
  if (name === 'unread') {
    const { senders }: LiveUnread = JSON.parse(data)
    setUnread(queryClient, senders)
  }
  if (name === 'notification') {
    const { unread }: LiveNotification = JSON.parse(data)
    applyUnread(queryClient, unread)
  }
  if (name === 'posts') requestNewPostCount(queryClient)
  if (name === 'post') {
    const post: LivePost = JSON.parse(data)
    if ('deleted' in post) removeDeletedPost(queryClient, post.id)
  }
  if (name === 'order') {
    const { orderId }: LiveOrder = JSON.parse(data)
    reloadOrder(queryClient, orderId)
  }
  if (name === 'block') {
    const { userId }: LiveBlock = JSON.parse(data)
    applyBlock(queryClient, userId)
  }
}

/** The member has blocked or unblocked somebody, on any page. Blocks are rare, so their code is loaded here. */
function applyBlock(queryClient: QueryClient, userId: number): void {
  import('#web/entities/members/use-block.ts').then(
    ({ loadBlockChange }) => loadBlockChange(queryClient, userId),
    // If that cannot be loaded either, the whole page is reloaded.
    () => queryClient.invalidateQueries(),
  )
}

/** Retries queries that failed without a connection, because the stream has just been opened again. */
function retryUnanswered(queryClient: QueryClient): void {
  const predicate = ({ state }: Query) =>
    state.data === undefined
      ? state.error instanceof CallError && state.error.status === 0
      : state.isInvalidated
  for (const queryKey of [messageKeys.all, notificationKeys.all])
    void queryClient.refetchQueries({ queryKey, type: 'active', predicate }, { cancelRefetch: false })
}
