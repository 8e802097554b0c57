/** A mention that is being typed: from its `@` to the caret. */
export type TypedMention = { from: number; to: number; query: string }

/** Names may be typed as well as usernames. An `@` inside a word or an address is none. */
const atCaret = /(?<![\p{L}\p{M}\p{N}_.@/])@(?<query>[\p{L}\p{M}\p{N}_.'’-]{0,30})$/u

export function mentionAt(text: string, caret: number): TypedMention | null {
  const match = atCaret.exec(text.slice(0, caret))
  return match && { from: match.index, to: caret, query: match.groups?.['query'] ?? '' }
}

/** The text with the mention in place of what was typed, and where the caret goes. */
export function withMention(text: string, { from, to }: TypedMention, username: string) {
  const rest = text.slice(to)
  const before = `${text.slice(0, from)}@${username}`
  const isSpaced = /^\s/u.test(rest)
  return { text: `${before}${isSpaced ? '' : ' '}${rest}`, caret: before.length + 1 }
}
