import { diffArrays } from 'diff'

export type Change = { at: number; kind: 'same' | 'added' | 'removed'; text: string }

/** A word with the blanks before it, or an end of a line; with as many edits as are found in no noticeable time. */
const byWords = { pattern: /\n+|[^\S\n]*\S+/gu, maxEditLength: 600 }
/** For texts that differ more. */
const byLines = { pattern: /[^\n]*\n+|[^\n]+/gu, maxEditLength: 1000 }
const asWhole = { pattern: /[^]+/gu, maxEditLength: 2 }

/** What became of a text, word by word; what was removed comes before what replaced it. */
export function differenceOf(before: string, after: string): Change[] {
  const parts = compare(byWords) ?? compare(byLines) ?? compare(asWhole) ?? []
  return parts.map(({ added, removed, value }, at) => {
    const changed = added ? 'added' : 'removed'
    return { at, kind: added || removed ? changed : 'same', text: value.map(({ text }) => text).join('') }
  })

  function compare({ pattern, maxEditLength }: typeof byWords) {
    const comparator = (one: Token, other: Token) => one.bare === other.bare
    return diffArrays(tokensOf(before, pattern), tokensOf(after, pattern), { comparator, maxEditLength })
  }
}

type Token = ReturnType<typeof tokensOf>[number]

/** Blanks are no change, but a new paragraph is one. */
function tokensOf(text: string, pattern: RegExp) {
  return (text.match(pattern) ?? []).map((token) => ({
    text: token,
    bare: token.trim() || token.slice(0, 2),
  }))
}
