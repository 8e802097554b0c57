/** An `@username` or a `#tag` in a text. `name` is what follows the sign, as it is written. */
type TextMark = { kind: 'mention' | 'tag'; name: string; start: number; end: number }

/** Only the first different members and tags of a text count. */
const maxMentions = 20
const maxTags = 20
/** Counted in code points. */
export const maxTagLength = 100

/** Matches a word with a scheme or with `www.`, or a host with a path or a query. */
const address = /:\/\/|[Ww]{3}\.|[\p{L}\p{N}]\.\p{L}{2,}(?:\/|\?[\w.-]{1,60}=)/u
const mark = /@(?<username>[A-Za-z\d_.]+)(?![\p{L}\p{M}\p{N}_@])|#(?<tag>[\p{L}\p{M}\p{N}_]+)/gu
const endsInWord = /[\p{L}\p{M}\p{N}_@#&]$/u

/** Finds the mentions and tags in a text. None is inside a word or an address, and a trailing full stop is not part of one. */
export function marksIn(text: string): TextMark[] {
  // Most texts contain neither sign, and looking for addresses takes longer than all other checks of a message.
  if (!/[@#]/.test(text)) return []
  return Array.from(text.matchAll(/\S+/gu)).flatMap((word) => (address.test(word[0]) ? [] : marksOf(word)))
}

function marksOf(word: RegExpExecArray): TextMark[] {
  return Array.from(word[0].matchAll(mark)).flatMap(({ groups = {}, index }): TextMark[] => {
    // A lookbehind would be a syntax error in Safari 15.
    if (endsInWord.test(word[0].slice(Math.max(0, index - 2), index))) return []
    const kind = groups['tag'] === undefined ? 'mention' : 'tag'
    const name = groups['tag'] ?? (groups['username'] ?? '').replace(/\.+$/, '')
    const start = word.index + index
    return isName[kind](name) ? [{ kind, name, start, end: start + 1 + name.length }] : []
  })
}

const isName = {
  mention: (name: string) => name.length >= 3 && name.length <= 30,
  // A tag needs a letter, because `#1` is a number.
  tag: (name: string) => /\p{L}/u.test(name) && [...name].length <= maxTagLength,
}

/** The usernames in a text, in lower case. */
export function mentionsIn(text: string): string[] {
  const names = marksIn(text).flatMap(({ kind, name }) => (kind === 'mention' ? [name.toLowerCase()] : []))
  return [...new Set(names)].slice(0, maxMentions)
}

/** The folded tags in a text. */
export function tagsIn(text: string): string[] {
  const tags = marksIn(text).flatMap(({ kind, name }) => (kind === 'tag' ? [foldTag(name)] : []))
  return [...new Set(tags)].slice(0, maxTags)
}

/** Letters of Nigerian languages that Unicode does not split into a letter and a mark, in lower case. */
const plainLetters: Record<string, string> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'n', ɛ: 'e' }

/** Removes case, tone marks and dots: `Ọ̀ṣun` becomes `osun`. The database function `fold` treats these letters alike. */
export function foldTag(tag: string): string {
  const plain = tag
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return plain.replaceAll(/[^\0-\x7f]/gu, (letter) => plainLetters[letter] ?? letter)
}
