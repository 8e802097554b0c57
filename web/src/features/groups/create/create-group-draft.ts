import type { NewGroup } from '@rootsquare/contract/groups'
import { sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { isEmpty, isSame, emptyContent, trimmed } from '#web/features/groups/sections/section-content.ts'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'
import { randomId } from '#web/lib/storage/random-id.ts'

export type GroupDraft = {
  /** New for each draft that starts blank. */
  id: string
  name: string
  description: string
  image: string | null
  header: string | null
  stateCodes: string[]
  /** The last content sent and its key: the same again creates no second group. */
  sent: { print: string; key: string } | null
  /** Set once the group exists and only its sections are missing. */
  group: { id: number; name: string } | null
  sections: Record<SectionName, SectionContent>
  /** What the server has saved, and as which version. */
  saved: Partial<Record<SectionName, Saved>>
}

type Saved = SectionContent & { versionId: number | null }

export function blankDraft(): GroupDraft {
  return {
    id: randomId(),
    name: '',
    description: '',
    image: null,
    header: null,
    stateCodes: [],
    sent: null,
    group: null,
    sections: sectionsFrom(() => emptyContent),
    saved: {},
  }
}

function sectionsFrom(contentOf: (name: SectionName) => SectionContent): Record<SectionName, SectionContent> {
  return {
    About: contentOf('About'),
    History: contentOf('History'),
    Culture: contentOf('Culture'),
    'Art & Craft': contentOf('Art & Craft'),
    Diet: contentOf('Diet'),
    Festivals: contentOf('Festivals'),
  }
}

export function isBlank({ group, name, description, image, header, stateCodes }: GroupDraft): boolean {
  const isTyped = (name + description).trim() !== ''
  return group === null && !isTyped && image === null && header === null && stateCodes.length === 0
}

/** The key stays while the content does, since an answer may have been lost. */
export function keyFor({ sent }: GroupDraft, content: NewGroup): { print: string; key: string } {
  const print = JSON.stringify(content)
  return sent?.print === print ? sent : { print, key: randomId() }
}

/** The saved sections and those that are not blank. */
export function filledSections({ sections, saved }: GroupDraft): SectionName[] {
  return sectionNames.filter((name) => saved[name] !== undefined || !isEmpty(trimmed(sections[name])))
}

export function isSaved({ sections, saved }: GroupDraft, name: SectionName): boolean {
  const there = saved[name]
  return there !== undefined && isSame(trimmed(sections[name]), there)
}

const keyOf = (memberId: number) => `rootsquare.create-group.${memberId}`

export function saveDraft(memberId: number, draft: GroupDraft): void {
  saveJson(keyOf(memberId), isBlank(draft) ? null : draft)
}

export function savedDraft(memberId: number): GroupDraft | null {
  const stored = savedJson(keyOf(memberId))
  if (stored === null) return null
  const sections = propertyOf(stored, 'sections')
  const saved = propertyOf(stored, 'saved')
  const codes = propertyOf(stored, 'stateCodes')
  const savedOnes = sectionNames.flatMap((name) => {
    const there = propertyOf(saved, name)
    return there === undefined ? [] : [[name, savedIn(there)] as const]
  })
  return {
    ...blankDraft(),
    name: textIn(stored, 'name') ?? '',
    description: textIn(stored, 'description') ?? '',
    image: textIn(stored, 'image'),
    header: textIn(stored, 'header'),
    stateCodes: Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [],
    sent: sentIn(propertyOf(stored, 'sent')),
    group: groupIn(propertyOf(stored, 'group')),
    sections: sectionsFrom((name) => contentIn(propertyOf(sections, name))),
    saved: Object.fromEntries(savedOnes),
  }
}

function textIn(stored: unknown, name: string): string | null {
  const text = propertyOf(stored, name)
  return typeof text === 'string' ? text : null
}

function contentIn(stored: unknown): SectionContent {
  return { detail: textIn(stored, 'detail') ?? '', description: textIn(stored, 'description') ?? '' }
}

function savedIn(stored: unknown): Saved {
  const versionId = propertyOf(stored, 'versionId')
  return { ...contentIn(stored), versionId: typeof versionId === 'number' ? versionId : null }
}

function sentIn(stored: unknown): GroupDraft['sent'] {
  const [print, key] = [textIn(stored, 'print'), textIn(stored, 'key')]
  return print !== null && key !== null ? { print, key } : null
}

function groupIn(stored: unknown): GroupDraft['group'] {
  const [id, name] = [propertyOf(stored, 'id'), textIn(stored, 'name')]
  return typeof id === 'number' && name !== null ? { id, name } : null
}
