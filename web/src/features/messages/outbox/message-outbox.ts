import { createMessage, type Message, type MessageMedium } from '@rootsquare/contract/messages'
import type { QueryClient } from '@tanstack/react-query'
import type { MessageItem } from '#web/features/messages/message-item.tsx'
import {
  entryToRetry,
  LostRecordingError,
  newVoiceNote,
  uploadNote,
  waitingNoteIn,
} from '#web/features/messages/outbox/voice-note-upload.ts'
import { messageKeys } from '#web/entities/messages/message-keys.ts'
import {
  applyMessage,
  closeConversation,
  type ConversationData,
} from '#web/entities/messages/message-cache.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { CallError } from '#web/lib/net/call.ts'
import { isTemporary } from '#web/lib/net/retry-until-answered.ts'
import { isMissing, isRejection, serverMessage } from '#web/lib/net/server-message.ts'
import { sendStored, storedCall } from '#web/lib/net/stored-call.ts'
import {
  entriesIn,
  isShown,
  newEntry,
  removeEntry,
  saveEntries,
  saveFailed,
  withoutError,
} from '#web/lib/storage/outbox.ts'
import type { Outbox, OutboxEntry } from '#web/lib/storage/outbox.ts'
import { sendWaiting } from '#web/lib/storage/outbox-sender.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { closeSnackbar, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Identifies a conversation by its two sides. */
export type ConversationId = { memberId: number; otherId: number }

const failed = 'Error sending message'
const itemGoneError = 'The item is not for sale any more. Retry sends your message without it.'
const lostRecordingText =
  'This voice note could not be saved on the device. Please delete it and record it again.'

/** Maps each message that is being sent to the newest message before it. */
const newestBefore = new Map<string, number>()

export function messageOutbox({ memberId, otherId }: ConversationId): Outbox {
  return {
    kind: 'message',
    memberId,
    id: otherId,
    interruptedError: failed,
    // A page uploads the recording first.
    callOf: (entry) => (waitingNoteIn(entry) === null ? callOf(otherId, entry) : null),
  }
}

export function sendMessage(
  queryClient: QueryClient,
  conversationId: ConversationId,
  { text, item, media = [] }: { text: string; item: MessageItem | null; media?: MessageMedium[] },
): void {
  const outbox = messageOutbox(conversationId)
  saveEntries(outbox, [...entriesIn(outbox).map(againWithItem), newEntry(text, item, media)])
  void sendMessages(queryClient, conversationId)
}

/** A new message must not overtake failed ones, so those are retried. If the item is gone, the member decides. */
function againWithItem(entry: OutboxEntry): OutboxEntry {
  return entry.error === itemGoneError ? entry : withoutError(entry)
}

/** Sends all messages in the order in which they were written, so that none overtakes a failed one. */
export function retryMessages(queryClient: QueryClient, conversationId: ConversationId): void {
  const outbox = messageOutbox(conversationId)
  saveEntries(outbox, entriesIn(outbox).map(withoutError))
  void sendMessages(queryClient, conversationId)
}

/**
 * Sends a recording as a message of its own. It waits in the outbox until it is uploaded, so that it is also sent after
 * its tab was closed, and in its turn.
 */
export function sendVoiceNote(
  queryClient: QueryClient,
  conversationId: ConversationId,
  note: { file: File; seconds: number },
): void {
  const outbox = messageOutbox(conversationId)
  saveEntries(outbox, [...entriesIn(outbox).map(againWithItem), newVoiceNote(outbox, note)])
  void sendMessages(queryClient, conversationId)
}

/** Discards a message that was not sent, so that the ones behind it can be sent. */
export function discardMessage(queryClient: QueryClient, conversationId: ConversationId, id: string): void {
  const outbox = messageOutbox(conversationId)
  removeEntry(outbox, id)
  void sendMessages(queryClient, conversationId)
}

export function sendMessages(queryClient: QueryClient, conversationId: ConversationId): Promise<void> {
  const outbox = messageOutbox(conversationId)
  return sendWaiting({
    outbox,
    waitsForFailed: true,
    send: async (waiting) => {
      const entry = await uploadNote(queryClient, outbox, waiting)
      saveNewestBefore(queryClient, conversationId, entry)
      return sendStored(callOf(conversationId.otherId, entry), entry.id)
    },
    onSent: (entry, { data }) => {
      newestBefore.delete(entry.id)
      if ('chatId' in data) applyMessage(queryClient, conversationId.memberId, data)
    },
    onFailed: (entry, failure) => {
      newestBefore.delete(entry.id)
      const again = entryToRetry(outbox, entry, isRejection(failure))
      reportFailed(queryClient, conversationId, again, failure)
    },
  })
}

function saveNewestBefore(queryClient: QueryClient, { otherId }: ConversationId, { id }: OutboxEntry): void {
  if (newestBefore.has(id)) return
  const conversation = queryClient.getQueryData<ConversationData>(messageKeys.conversation(otherId))
  newestBefore.set(id, conversation?.pages[0]?.content[0]?.chatId ?? 0)
}

function callOf(otherId: number, { text, item, media }: OutboxEntry) {
  const files = messageMediaIn(media)
  const body = {
    eventType: 'MESSAGE' as const,
    message: text,
    userId: otherId,
    itemId: messageItemIn(item)?.id,
    ...(files.length > 0 && { media: files.map(({ url }) => ({ url })) }),
  }
  return storedCall(createMessage, { body })
}

function reportFailed(
  queryClient: QueryClient,
  conversationId: ConversationId,
  entry: OutboxEntry,
  failure: unknown,
): void {
  const outbox = messageOutbox(conversationId)
  // The text may be sent without the item. If the receiver is gone too, the next attempt shows it.
  if (messageItemIn(entry.item) !== null && isMissing(failure)) {
    notify(conversationId, itemGoneError)
    return saveFailed(outbox, { ...entry, item: null, error: itemGoneError }, failure)
  }
  // The conversation itself shows why its member is not found.
  const error = errorOf(failure)
  notify(conversationId, error)
  if (isMissing(failure)) closeConversation(queryClient, conversationId.otherId)
  // A 403 means that the member was blocked in another tab, which the conversation shows.
  if (isMissing(failure) || (failure instanceof CallError && failure.status === 403)) {
    // The messages behind it would also fail.
    saveEntries(
      outbox,
      entriesIn(outbox).map((one) => ({ ...one, error })),
    )
    void queryClient.invalidateQueries({ queryKey: messageKeys.conversation(conversationId.otherId) })
  }
  saveFailed(outbox, { ...entry, error }, failure)
}

function errorOf(failure: unknown): string {
  if (failure instanceof LostRecordingError) return lostRecordingText
  return isTemporary(failure) || isMissing(failure) ? failed : serverMessage(failure, failed)
}

let lastNotice = { text: '', id: 0 }

/** Reports an error. An open conversation shows it beside the message, so it is only announced there. */
function notify(conversationId: ConversationId, text: string): void {
  if (isShown(messageOutbox(conversationId))) return announce('live-assertive', text)
  if (lastNotice.text === text) closeSnackbar(lastNotice.id)
  lastNotice = { text, id: showSnackbar('error', text) }
}

/** Returns whether the stream has delivered a message before the call that sent it was answered. */
export function hasArrived(entry: OutboxEntry, { memberId }: ConversationId, messages: Message[]): boolean {
  const after = newestBefore.get(entry.id) ?? Infinity
  const firstFile = messageMediaIn(entry.media)[0]?.url
  return messages.some(
    ({ chatId, senderId, message, media }) =>
      chatId > after && senderId === memberId && message === entry.text && media[0]?.url === firstFile,
  )
}

/** Reads the media of an entry, which may come from the storage and contain anything. */
export function messageMediaIn(stored: unknown): MessageMedium[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) => {
    const [url, thumbnail] = [propertyOf(one, 'url'), propertyOf(one, 'thumbnail')]
    if (typeof url !== 'string') return []
    const isAudio = propertyOf(one, 'type') === 'audio'
    const duration = Number(propertyOf(one, 'duration')) || null
    return [
      {
        url,
        thumbnail: typeof thumbnail === 'string' ? thumbnail : null,
        type: isAudio ? 'audio' : 'image',
        width: null,
        height: null,
        duration,
      } satisfies MessageMedium,
    ]
  })
}

/** Returns null if the message is about no item, or if the storage contains something else. */
export function messageItemIn(stored: unknown): MessageItem | null {
  const [id, price] = [Number(propertyOf(stored, 'id')), Number(propertyOf(stored, 'price'))]
  const [name, imageUrl] = [propertyOf(stored, 'name'), propertyOf(stored, 'imageUrl')]
  if (!Number.isInteger(id) || !Number.isFinite(price) || typeof name !== 'string') return null
  return { id, name, price, imageUrl: typeof imageUrl === 'string' ? imageUrl : null }
}
