/** A mention or a tag that is being typed, from its sign to the caret. */
export type TypedMention = { sign: '@' | '#'; from: number; to: number; query: string }

/**
 * Finds a mention or tag. Names may be typed as well as usernames. A sign inside a word or an address does not count.
 */
const atCaret = /(?:^|[^\p{L}\p{M}\p{N}_.@#&/])(@[\p{L}\p{M}\p{N}_.'’-]{0,30}|#[\p{L}\p{M}\p{N}_]{0,30})$/u

export function mentionAt(text: string, caret: number): TypedMention | null {
  const typed = atCaret.exec(text.slice(0, caret))?.[1]
  if (typed === undefined) return null
  const sign = typed.startsWith('@') ? '@' : '#'
  return { sign, from: caret - typed.length, to: caret, query: typed.slice(1) }
}

/** Returns the text with the username or tag in place of what was typed, and the position of the caret. */
export function withMention(text: string, { sign, from, to }: TypedMention, name: string) {
  const rest = text.slice(to)
  const before = `${text.slice(0, from)}${sign}${name}`
  const isSpaced = /^\s/u.test(rest)
  return { text: `${before}${isSpaced ? '' : ' '}${rest}`, caret: before.length + 1 }
}
