import { expect, test } from 'vitest'
import { PersonName } from '@rootsquare/contract/lib/fields'
import { parseMarkup, type Block } from '@rootsquare/contract/lib/markup'
import { marksIn } from '@rootsquare/contract/lib/mentions'
import { webAddressesIn } from '@rootsquare/contract/lib/web-addresses'

/** The rules as they read with lookbehind, which Safari 15 does not have and Node does. */
const expected = {
  mark: /(?<![\p{L}\p{M}\p{N}_@#&])(?:@(?<username>[A-Za-z\d_.]+)(?![\p{L}\p{M}\p{N}_@])|#(?<tag>[\p{L}\p{M}\p{N}_]+))/gu,
  inline: /\*\*(?<bold>[^*\n]+)\*\*|(?<!!)\[(?<label>[^[\]\n]+)\]\((?<href>[^()\s]+)\)/gu,
  address:
    /(?:(?<![\p{L}\p{N}])https?:\/\/|(?<![\p{L}\p{N}@./-])www\.)[^\s<>"“”«»\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu,
  addressInName: /(?<![\p{L}\p{N}])www\./iu,
}

/** Texts of pieces that meet in every order. The generator is seeded, so that each run has the same texts. */
function textsOf(pieces: string[], count: number): string[] {
  let seed = 34
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)]).join(''),
  )
}

const letters = ['a', 'ada', 'Ọ̀', '\u0345', '𝒜', '👩🏾', '\ud835', '1', '_', '.', '-', '/', ' ', '\n', '(']

test('finds the same mentions and tags as with lookbehind', () => {
  for (const text of textsOf(['@', '#', '@ada', '#tag', '&', '.tolu', ...letters], 10_000)) {
    // One word, and not an address, in which nothing is found.
    const word = text.replaceAll(/[\s/]/g, '')
    const named = Array.from(word.matchAll(expected.mark)).filter(({ groups = {} }) => {
      const name = (groups['username'] ?? '').replace(/\.+$/, '')
      return groups['tag'] === undefined ? name.length >= 3 : /\p{L}/u.test(groups['tag'])
    })
    expect(
      marksIn(word).map(({ start }) => start),
      word,
    ).toEqual(named.map(({ index }) => index))
  }
})

test('finds the same web addresses as with lookbehind', () => {
  const pieces = ['http://', 'HTTPS://', 'httpſ://', 'www.', 'wWw.', 'b.ng', '@', '"', ',', ')', ...letters]
  for (const text of textsOf(pieces, 10_000)) {
    // By itself, each is an address or not, and its tail is cut off in the same way.
    const wanted = Array.from(text.matchAll(expected.address)).flatMap(({ index, 0: whole }) =>
      webAddressesIn(whole).map((found) => ({ ...found, at: index })),
    )
    expect(webAddressesIn(text), text).toEqual(wanted)
  }
  expect(webAddressesIn('www., www.b.ng, http://')).toEqual([
    { at: 6, text: 'www.b.ng', href: 'https://www.b.ng' },
  ])
})

test('reads the same markup as with lookbehind', () => {
  for (const text of textsOf(['![', '[', '](u)', '**', '!', '(', ']', ...letters], 10_000)) {
    const line = text.replaceAll(/\s/g, '')
    const shown = parseMarkup(`x ${line}`).flatMap((block: Block) =>
      block.type === 'paragraph' ? block.content.filter(({ type }) => type !== 'text') : [],
    )
    const wanted = Array.from(line.matchAll(expected.inline), ({ groups = {} }) =>
      groups['bold'] === undefined
        ? { type: 'link', text: groups['label'], href: groups['href'] }
        : { type: 'bold', text: groups['bold'] },
    )
    expect(shown, text).toEqual(wanted)
  }
})

test('rejects the same names with an address as with lookbehind', () => {
  for (const text of textsOf(['www.', 'WWW.', 'w', ' ', 'a', 'Ọ', '1', '-', '(', 'ww'], 5000)) {
    const name = `n ${text} n`
    expect(PersonName.safeParse(name).success, name).toBe(
      !expected.addressInName.test(name) && [...name].length <= 60,
    )
  }
})
