import { diffArrays } from 'diff'

export type TextChange = { at: number; kind: 'same' | 'added' | 'removed'; text: string }

/** Splits into words with the blanks before them, and line ends. The limit keeps the time unnoticeable. */
const byWords = { pattern: /\n+|[^\S\n]*\S+/gu, maxEditLength: 600 }
/** Splits into lines, for texts that differ too much to compare words. */
const byLines = { pattern: /[^\n]*\n+|[^\n]+/gu, maxEditLength: 1000 }
const asWhole = { pattern: /[^]+/gu, maxEditLength: 2 }

/** Returns the changes to a text, word by word. Removed text comes before the text that replaced it. */
export function differenceOf(before: string, after: string): TextChange[] {
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

/** Compares tokens without their blanks, because only a new paragraph is a change. */
function tokensOf(text: string, pattern: RegExp) {
  return (text.match(pattern) ?? []).map((token) => ({
    text: token,
    bare: token.trim() || token.slice(0, 2),
  }))
}
