import { notificationQuote } from '@rootsquare/contract/notification-display'
import type { Notification, NotificationKind } from '@rootsquare/contract/notifications'
import { clipText } from '#api/domain/clip-text.ts'

/** A phone shows a title on one line. */
const maxTitleLength = 50
/** This limit keeps the whole message below 4 kB. */
const maxBodyLength = 300
/** A shorter beginning of a name says nothing. */
const minNameLength = 8

/** The titles of sentences that are too long for one, which then follow in the body. */
const longTitles: Record<NotificationKind, string> = {
  LIKE: 'Your post was liked',
  COMMENT: 'There is a new comment on your post',
  REPLY: 'There is a new reply to your comment',
  COMMENT_LIKE: 'Your comment was liked',
  MENTION: 'You were mentioned',
  FOLLOW: 'You have new followers',
  PROPOSAL: 'Your proposal was decided',
  MODERATION: 'The moderators have decided something',
  ORDER: 'There is news about your order or sale',
  REVIEW: 'There is news about a review',
  DISPUTE: 'There is news about your dispute',
  PAYOUT: 'There is news about your payout',
}

/** The title says what happened, and the body what the title does not say. */
export function pushText(notification: Notification): { title: string; body: string } {
  const { kind, text } = notification
  const [first, rest] = firstSentence(text)
  const short = withShortNames(first)
  const lines = [short === null ? text : rest, notificationQuote(notification) ?? '']
  return {
    title: short?.replace(/\.$/, '') ?? longTitles[kind],
    body: clipText(lines.filter((line) => line !== '').join('\n'), maxBodyLength),
  }
}

/** Splits after the first sentence. A name in quotes may contain the end of a sentence. */
function firstSentence(text: string): [first: string, rest: string] {
  const [first = text] = /^(?:“[^”]*”|[^“])*?[.?!](?= )/u.exec(text) ?? []
  return [first, text.slice(first.length).trim()]
}

/** Shortens the names in quotes so that the sentence fits into a title; null if they are not long enough for that. */
function withShortNames(sentence: string): string | null {
  const excess = lengthOf(sentence) - maxTitleLength
  if (excess <= 0) return sentence
  const names = [...sentence.matchAll(/“([^”]*)”/gu)].map(([, name = '']) => lengthOf(name))
  const nameLength = Math.floor((sumOf(names) - excess) / names.length)
  if (names.length === 0 || nameLength < minNameLength) return null
  return sentence.replaceAll(/“([^”]*)”/gu, (_, name: string) => `“${clipText(name, nameLength)}”`)
}

const lengthOf = (text: string) => [...text].length
const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)
