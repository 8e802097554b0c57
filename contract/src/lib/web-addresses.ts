/** A web address in a text: `text` as it is written there, `href` with its scheme. */
type WebAddress = { at: number; text: string; href: string }

// Browsers and Node have this class. The contract is compiled without the types of either.
declare const URL: {
  canParse: (address: string) => boolean
  new (address: string): { protocol: string; hostname: string; username: string }
}

// Marks that change the writing direction could disguise an address as another one.
const address =
  /(?:(?<![\p{L}\p{N}])https?:\/\/|(?<![\p{L}\p{N}@./-])www\.)[^\s<>"“”«»\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const tail = ".,;:!?…'’‘*_~"
const pairs = ['()', '[]', '{}'].map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)])

/** Finds addresses with http or https, and those that begin with `www.`. */
export function webAddressesIn(text: string): WebAddress[] {
  return Array.from(text.matchAll(address)).flatMap((match): WebAddress[] => {
    const found = withoutTail(match[0])
    const href = /^www\./i.test(found) ? `https://${found}` : found
    return isWebAddress(href) ? [{ at: match.index, text: found, href }] : []
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

/** An address with a user name leads elsewhere than it seems, such as `https://bank.example@elsewhere`. */
function isWebAddress(found: string): boolean {
  if (!URL.canParse(found)) return false
  const { protocol, hostname, username } = new URL(found)
  const isNamed = hostname !== '' && !/^www\.[^.]*$/.test(hostname)
  return (protocol === 'http:' || protocol === 'https:') && isNamed && username === ''
}
