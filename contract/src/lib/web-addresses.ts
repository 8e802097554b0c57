/** A web address in a text: `text` as it is written there, `href` with its scheme. */
type WebAddress = { at: number; text: string; href: string }

// Browsers and Node have this class. The contract is compiled without the types of either.
type ParsedUrl = { protocol: string; hostname: string; username: string }
declare const URL: new (address: string) => ParsedUrl

const opener = /https?:\/\/|www\./giu
// Safari 15 has no lookbehind.
const endsInWord = { http: /[\p{L}\p{N}]$/iu, www: /[\p{L}\p{N}@./-]$/iu }
// Marks that change the writing direction could disguise an address as another one.
const rest = /[^\s<>"“”«»\u200e\u200f\u202a-\u202e\u2066-\u2069]+/uy
const tail = ".,;:!?…'’‘*_~"
const pairs = ['()', '[]', '{}'].map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)])

/** Finds addresses with http or https, and those that begin with `www.`. */
export function webAddressesIn(text: string): WebAddress[] {
  let end = 0
  return Array.from(text.matchAll(opener)).flatMap(({ 0: start, index }): WebAddress[] => {
    const before = text.slice(Math.max(0, index - 2), index)
    if (index < end || endsInWord[/^w/i.test(start) ? 'www' : 'http'].test(before)) return []
    rest.lastIndex = index + start.length
    const whole = start + (rest.exec(text)?.[0] ?? '')
    if (whole === start) return []
    end = index + whole.length
    const found = withoutTail(whole)
    const href = /^www\./i.test(found) ? `https://${found}` : found
    return isWebAddress(href) ? [{ at: index, text: found, href }] : []
  })
}

/** Punctuation at the end is not part of an address, nor is a bracket that was opened before it. */
function withoutTail(found: string): string {
  const unopened = new Map(
    pairs.map(([opener, closer]) => [closer, countOf(found, closer) - countOf(found, opener)]),
  )
  let end = found.length
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1)
    const extra = unopened.get(last) ?? 0
    if (!tail.includes(last) && extra <= 0) break
    unopened.set(last, extra - 1)
  }
  return found.slice(0, end)
}

function countOf(text: string, char: string): number {
  return text.split(char).length - 1
}

const noUrl = { protocol: '', hostname: '', username: '' }

/** Browsers have URL.canParse since 2023 only. */
function parseUrl(address: string): ParsedUrl {
  try {
    return new URL(address)
  } catch {
    return noUrl
  }
}

/** An address with a user name leads elsewhere than it seems, such as `https://bank.example@elsewhere`. */
function isWebAddress(found: string): boolean {
  const { protocol, hostname, username } = parseUrl(found)
  const isNamed = hostname !== '' && !/^www\.[^.]*$/.test(hostname)
  return (protocol === 'http:' || protocol === 'https:') && isNamed && username === ''
}
