import type { NewGroup } from '@rootsquare/contract/groups'
import { sectionNames, type SectionName } from '@rootsquare/contract/sections'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { groupKeys } from '#web/entities/groups/groups-api.ts'
import { isEmpty, isSame, emptyContent, trimmed } from '#web/features/groups/sections/section-content.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'

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

function isBlank({ group, name, description, image, header, stateCodes }: GroupDraft): boolean {
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

export type GroupDraftStore = ReturnType<typeof useGroupDraft>

/** In the cache, so that a dialog opened again shows what the one before has under way. */
const isCreating = queryOptions<boolean>({
  queryKey: [...groupKeys.all, 'creating'],
  queryFn: skipToken,
  initialData: false,
  staleTime: Infinity,
})

export function useGroupDraft(memberId: number) {
  const queryClient = useQueryClient()
  const { data: isBusy = false } = useQuery(isCreating)
  const stored = useDraft({ what: 'create-group', memberId }, GroupDraft, blankDraft, isBlank)
  const { draft, readLatest, discard } = stored
  const [restored] = useState(stepOf(draft))

  /** Also called by an answer that arrives after the dialog was closed. */
  function change(part: Partial<GroupDraft>): void {
    if (currentSession()?.userId === memberId) stored.change({ ...readLatest(), ...part })
  }

  return {
    value: draft,
    newest: readLatest,
    change,
    isBusy,
    setBusy: (busy: boolean) => queryClient.setQueryData(isCreating.queryKey, busy),
    isRestored: stored.isRestored && restored === stepOf(draft),
    startOver: discard,
  }
}

/** Only the step that was restored says so. */
function stepOf({ group }: GroupDraft): 'group' | 'sections' {
  return group === null ? 'group' : 'sections'
}
