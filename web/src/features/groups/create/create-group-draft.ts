import { sectionNames, type SectionName } from '@rootsquare/contract/sections'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { groupKeys } from '#web/entities/groups/group-keys.ts'
import {
  isEmptyContent,
  isSameContent,
  emptyContent,
  trimContent,
} from '#web/features/groups/sections/section-content.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'

const SavedContent = z.object({ detail: z.string(), description: z.string() })
const SavedName = z.enum(sectionNames)

export const GroupDraft = z.object({
  /** Each draft that starts blank gets a new id. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  header: z.string().nullable(),
  stateCodes: z.array(z.string()),
  /** The last content sent and its key, so that sending it again creates no second group. It was stored otherwise before. */
  sent: z.object({ content: z.string(), key: z.string() }).nullable().catch(null),
  /** Set once the group exists and only its sections are missing. */
  group: z.object({ id: z.number(), name: z.string() }).nullable(),
  sections: z.record(SavedName, SavedContent),
  /** The sections that the server has saved, and their versions. */
  saved: z.partialRecord(SavedName, SavedContent.extend({ versionId: z.number().nullable() })),
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

/** Returns the names of the saved sections and of those that are not blank. */
export function filledSections({ sections, saved }: GroupDraft): SectionName[] {
  return sectionNames.filter(
    (name) => saved[name] !== undefined || !isEmptyContent(trimContent(sections[name])),
  )
}

export function isSectionSaved({ sections, saved }: GroupDraft, name: SectionName): boolean {
  const there = saved[name]
  return there !== undefined && isSameContent(trimContent(sections[name]), there)
}

export type GroupDraftStore = ReturnType<typeof useGroupDraft>

/** Is in the cache, so that a reopened dialog shows a request that an earlier one is still sending. */
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

  /** Reads the stored draft first, because an answer may arrive after the dialog was closed. */
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

/** Returns the step that a restored draft belongs to, because only that step mentions the draft. */
function stepOf({ group }: GroupDraft): 'group' | 'sections' {
  return group === null ? 'group' : 'sections'
}
