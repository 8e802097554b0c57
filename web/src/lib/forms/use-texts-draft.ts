import { useDraft } from '#web/lib/storage/use-draft.ts'

/** Saves the texts of a form without zod, which pages with plain texts need not load. */
export function useTextsDraft<Texts extends Record<string, string>>(
  key: Parameters<typeof useDraft>[0],
  initial: Texts,
) {
  return useDraft<Texts>(key, { safeParse: (stored) => ({ data: textsIn(stored, initial) }) }, initial)
}

/** A form with a single text was stored as this text. */
function textsIn<Texts extends Record<string, string>>(stored: unknown, initial: Texts): Texts | undefined {
  const [first = ''] = Object.keys(initial)
  const texts = typeof stored === 'string' ? { [first]: stored } : stored
  if (typeof texts !== 'object' || texts === null) return undefined
  const known = Object.entries(texts).filter(([name, text]) => name in initial && typeof text === 'string')
  return { ...initial, ...Object.fromEntries(known) }
}
