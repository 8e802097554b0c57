import type { Section } from '@rootsquare/contract/sections'
import { useState } from 'react'
import { z } from 'zod'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import type { StorageKey } from '#web/lib/storage/saved-json.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'

/** `basedOn`: the version that was changed, which may be outdated by now. */
const SectionDraft = z.object({
  detail: z.string(),
  description: z.string(),
  note: z.string(),
  basedOn: z.number().nullable(),
})
export type SectionDraft = z.infer<typeof SectionDraft>

type DraftStart = {
  key: StorageKey
  section: Section
  /** The content to start with instead of the current one. */
  start?: SectionContent | undefined
}

/** Starts with the stored draft, else with `start`, else with the current content. */
export function useSectionDraft({ key, section, start }: DraftStart) {
  // Not updated while somebody types, although the section may change meanwhile.
  const stored = useDraft(key, SectionDraft, () => draftOf(start ?? section, section.versionId))
  const { draft, isRestored, clear } = stored
  const [theirs, setTheirs] = useState<Section | null>(() =>
    isRestored && draft.basedOn !== section.versionId ? section : null,
  )

  function change(part: Partial<SectionDraft>): void {
    stored.change({ ...draft, ...part })
  }

  function reset(): void {
    stored.discard()
    if (theirs !== null) stored.change(draftOf(theirs, theirs.versionId))
    clear()
    setTheirs(null)
  }

  return { draft, change, isRestored, theirs, setTheirs, reset, clear }
}

function draftOf({ detail, description }: SectionContent, basedOn: number | null): SectionDraft {
  return { detail, description, note: '', basedOn }
}
