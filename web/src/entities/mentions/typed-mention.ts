/** A mention or a tag that is being typed: from its sign to the caret. */
export type TypedMention = { sign: '@' | '#'; from: number; to: number; query: string }

/** Names may be typed as well as usernames. A sign inside a word or an address is none. */
const atCaret = /(?<![\p{L}\p{M}\p{N}_.@#&/])(?:@[\p{L}\p{M}\p{N}_.'’-]{0,30}|#[\p{L}\p{M}\p{N}_]{0,30})$/u

export function mentionAt(text: string, caret: number): TypedMention | null {
  const match = atCaret.exec(text.slice(0, caret))
  if (match === null) return null
  const [typed] = match
  return { sign: typed.startsWith('@') ? '@' : '#', from: match.index, to: caret, query: typed.slice(1) }
}

/** The text with the username or the tag in place of what was typed, and where the caret goes. */
export function withMention(text: string, { sign, from, to }: TypedMention, name: string) {
  const rest = text.slice(to)
  const before = `${text.slice(0, from)}${sign}${name}`
  const isSpaced = /^\s/u.test(rest)
  return { text: `${before}${isSpaced ? '' : ' '}${rest}`, caret: before.length + 1 }
}
