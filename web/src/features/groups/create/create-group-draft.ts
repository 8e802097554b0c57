import type { NewGroup } from '@rootsquare/contract/groups'
import { sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { z } from 'zod'
import { isEmpty, isSame, emptyContent, trimmed } from '#web/features/groups/sections/section-content.ts'
import { randomId } from '#web/lib/storage/random-id.ts'

const Content = z.object({ detail: z.string(), description: z.string() })
const Name = z.enum(sectionNames)

export const GroupDraft = z.object({
  /** New for each draft that starts blank. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  header: z.string().nullable(),
  stateCodes: z.array(z.string()),
  /** The last content sent and its key: the same again creates no second group. */
  sent: z.object({ print: z.string(), key: z.string() }).nullable(),
  /** Set once the group exists and only its sections are missing. */
  group: z.object({ id: z.number(), name: z.string() }).nullable(),
  sections: z.record(Name, Content),
  /** What the server has saved, and as which version. */
  saved: z.partialRecord(Name, Content.extend({ versionId: z.number().nullable() })),
})
export type GroupDraft = z.infer<typeof GroupDraft>

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
    sections: {
      About: emptyContent,
      History: emptyContent,
      Culture: emptyContent,
      'Art & Craft': emptyContent,
      Diet: emptyContent,
      Festivals: emptyContent,
    },
    saved: {},
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
