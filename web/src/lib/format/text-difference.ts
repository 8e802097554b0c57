export type Change = { at: number; kind: 'same' | 'added' | 'removed'; text: string }
type Kind = Change['kind']
type Step = { kind: Kind; text: string }

/** A word with the blanks before it, or an end of a line. */
const words = /\n+|[^\S\n]*\S+/gu
const lines = /[^\n]*\n+|[^\n]+/gu
/** As many comparisons as nobody notices; longer texts are compared line by line. */
const mostCells = 1_000_000

/** What became of a text, word by word; in what was changed, the old words stand before the new ones. */
export function differenceOf(before: string, after: string): Change[] {
  const steps =
    stepsBetween(before.match(words) ?? [], after.match(words) ?? []) ??
    stepsBetween(before.match(lines) ?? [], after.match(lines) ?? []) ??
    replaced([before], [after])
  return merged(steps)
}

/** Null where there is too much to compare. */
function stepsBetween(before: string[], after: string[]): Step[] | null {
  const [old, fresh] = numbered(before, after)
  const shorter = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shorter && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const ends = [before.length - tail, after.length - tail] as const
  if ((ends[0] - head) * (ends[1] - head) > mostCells) return null
  const common = commonLengths(old.slice(head, ends[0]), fresh.slice(head, ends[1]))
  const middle = walked(common, before.slice(head, ends[0]), after.slice(head, ends[1]))
  return [...kept(after.slice(0, head)), ...middle, ...kept(after.slice(ends[1]))]
}

/** The same number for the same word, since numbers compare fastest. */
function numbered(before: string[], after: string[]): [number[], number[]] {
  const numbers = new Map<string, number>()
  const numberOf = (word: string) => {
    const number = numbers.get(bare(word)) ?? numbers.size
    numbers.set(bare(word), number)
    return number
  }
  return [before.map(numberOf), after.map(numberOf)]
}

/** At [i, j], in one row after the other: how many words `old` from i on and `fresh` from j on have in common. */
function commonLengths(old: number[], fresh: number[]): Uint16Array {
  const width = fresh.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const at = i * width + j
      const right = lengths[at + 1] ?? 0
      const below = lengths[at + width] ?? 0
      lengths[at] = old[i] === fresh[j] ? (lengths[at + width + 1] ?? 0) + 1 : Math.max(right, below)
    }
  }
  return lengths
}

/** Along the longest row of words that both have in common. */
function walked(common: Uint16Array, old: string[], fresh: string[]): Step[] {
  const width = fresh.length + 1
  const steps: Step[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < fresh.length) {
    const [gone, come] = [old[i] ?? '', fresh[j] ?? '']
    const [right, below] = [common[i * width + j + 1] ?? 0, common[(i + 1) * width + j] ?? 0]
    const isSame = bare(gone) === bare(come)
    if (isSame) steps.push({ kind: 'same', text: come })
    else if (below >= right) steps.push({ kind: 'removed', text: gone })
    else steps.push({ kind: 'added', text: come })
    if (isSame || below >= right) i += 1
    if (isSame || below < right) j += 1
  }
  return [...steps, ...replaced(old.slice(i), fresh.slice(j))]
}

/** Blanks are no change, but a new paragraph is one. */
function bare(word: string): string {
  return word.trim() || word.slice(0, 2)
}

function kept(texts: string[]): Step[] {
  return texts.map((text) => ({ kind: 'same', text }))
}

function replaced(old: string[], fresh: string[]): Step[] {
  const gone = old.map((text) => ({ kind: 'removed', text }) as const)
  return [...gone, ...fresh.map((text) => ({ kind: 'added', text }) as const)]
}

/** Steps of one kind become one change; between two words that stayed, what went comes before what came. */
function merged(steps: Step[]): Change[] {
  const changes: Change[] = []
  const none = { same: '', removed: '', added: '' }
  let run = { ...none }
  const close = () => {
    for (const kind of ['same', 'removed', 'added'] as const) {
      if (run[kind] !== '') changes.push({ at: changes.length, kind, text: run[kind] })
    }
    run = { ...none }
  }
  for (const { kind, text } of steps) {
    const isTurn = kind === 'same' && (run.removed !== '' || run.added !== '')
    if (isTurn) close()
    run[kind] += text
  }
  close()
  return changes
}
