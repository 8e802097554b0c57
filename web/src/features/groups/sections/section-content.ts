/** `detail` is the lead, `description` the text. */
export type SectionContent = { detail: string; description: string }

export const emptyContent: SectionContent = { detail: '', description: '' }

export function trimmed({ detail, description }: SectionContent): SectionContent {
  return { detail: detail.trim(), description: description.trim() }
}

export function isSame(one: SectionContent, other: SectionContent): boolean {
  return one.detail === other.detail && one.description === other.description
}

export function isEmpty(content: SectionContent): boolean {
  return isSame(content, emptyContent)
}
