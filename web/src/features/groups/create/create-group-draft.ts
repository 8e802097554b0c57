import type { NewGroup } from '@rootsquare/contract/groups'
import { sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { isEmpty, isSame, noWords, trimmed } from '#web/features/groups/sections/section-labels.ts'
import type { Words } from '#web/features/groups/sections/section-labels.ts'
import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'
import { randomId } from '#web/lib/storage/random-id.ts'

export type GroupDraft = {
  /** Another one for every new beginning. */
  id: string
  name: string
  description: string
  image: string | null
  header: string | null
  stateCodes: string[]
  /** What was last sent, and under which key: the same again makes no second group. */
  sent: { print: string; key: string } | null
  /** Once it stands, only its sections are left to write. */
  group: { id: number; name: string } | null
  words: Record<SectionName, Words>
  /** The words that have reached the server, and as which version. */
  saved: Partial<Record<SectionName, Saved>>
}

type Saved = Words & { versionId: number | null }

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
    words: wordsFrom(() => noWords),
    saved: {},
  }
}

function wordsFrom(wordsOf: (name: SectionName) => Words): Record<SectionName, Words> {
  return {
    About: wordsOf('About'),
    History: wordsOf('History'),
    Culture: wordsOf('Culture'),
    'Art & Craft': wordsOf('Art & Craft'),
    Diet: wordsOf('Diet'),
    Festivals: wordsOf('Festivals'),
  }
}

export function isBlank({ group, name, description, image, header, stateCodes }: GroupDraft): boolean {
  const isTyped = (name + description).trim() !== ''
  return group === null && !isTyped && image === null && header === null && stateCodes.length === 0
}

/** The key for this very content: kept while it stays the same, for an answer that was lost on its way. */
export function keyFor({ sent }: GroupDraft, content: NewGroup): { print: string; key: string } {
  const print = JSON.stringify(content)
  return sent?.print === print ? sent : { print, key: randomId() }
}

/** Those that are to be written, the saved ones included; blank ones are passed over. */
export function filledSections({ words, saved }: GroupDraft): SectionName[] {
  return sectionNames.filter((name) => saved[name] !== undefined || !isEmpty(trimmed(words[name])))
}

export function isSaved({ words, saved }: GroupDraft, name: SectionName): boolean {
  const there = saved[name]
  return there !== undefined && isSame(trimmed(words[name]), there)
}

const keyOf = (memberId: number) => `rootsquare.create-group.${memberId}`

/** In this tab. */
export function saveDraft(memberId: number, draft: GroupDraft): void {
  saveJson(keyOf(memberId), isBlank(draft) ? null : draft)
}

export function savedDraft(memberId: number): GroupDraft | null {
  const kept = savedJson(keyOf(memberId))
  if (kept === null) return null
  const words = valueOf(kept, 'words')
  const saved = valueOf(kept, 'saved')
  const codes = valueOf(kept, 'stateCodes')
  const savedOnes = sectionNames.flatMap((name) => {
    const there = valueOf(saved, name)
    return there === undefined ? [] : [[name, savedIn(there)] as const]
  })
  return {
    ...blankDraft(),
    name: textIn(kept, 'name') ?? '',
    description: textIn(kept, 'description') ?? '',
    image: textIn(kept, 'image'),
    header: textIn(kept, 'header'),
    stateCodes: Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [],
    sent: sentIn(valueOf(kept, 'sent')),
    group: groupIn(valueOf(kept, 'group')),
    words: wordsFrom((name) => wordsIn(valueOf(words, name))),
    saved: Object.fromEntries(savedOnes),
  }
}

function textIn(kept: unknown, name: string): string | null {
  const text = valueOf(kept, name)
  return typeof text === 'string' ? text : null
}

function wordsIn(kept: unknown): Words {
  return { detail: textIn(kept, 'detail') ?? '', description: textIn(kept, 'description') ?? '' }
}

function savedIn(kept: unknown): Saved {
  const versionId = valueOf(kept, 'versionId')
  return { ...wordsIn(kept), versionId: typeof versionId === 'number' ? versionId : null }
}

function sentIn(kept: unknown): GroupDraft['sent'] {
  const [print, key] = [textIn(kept, 'print'), textIn(kept, 'key')]
  return print !== null && key !== null ? { print, key } : null
}

function groupIn(kept: unknown): GroupDraft['group'] {
  const [id, name] = [valueOf(kept, 'id'), textIn(kept, 'name')]
  return typeof id === 'number' && name !== null ? { id, name } : null
}
