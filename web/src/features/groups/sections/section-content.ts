/** `detail` is the lead and `description` is the text. */
export type SectionContent = { detail: string; description: string }

export const emptyContent: SectionContent = { detail: '', description: '' }

export function trimContent({ detail, description }: SectionContent): SectionContent {
  return { detail: detail.trim(), description: description.trim() }
}

export function isSameContent(one: SectionContent, other: SectionContent): boolean {
  return one.detail === other.detail && one.description === other.description
}

export function isEmptyContent(content: SectionContent): boolean {
  return isSameContent(content, emptyContent)
}
