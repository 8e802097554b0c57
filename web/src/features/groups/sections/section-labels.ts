/** What a section says: the lead and the text. */
export type Words = { detail: string; description: string }

export const noWords: Words = { detail: '', description: '' }

export function trimmed({ detail, description }: Words): Words {
  return { detail: detail.trim(), description: description.trim() }
}

export function isSame(one: Words, other: Words): boolean {
  return one.detail === other.detail && one.description === other.description
}

export function isEmpty(words: Words): boolean {
  return isSame(words, noWords)
}
