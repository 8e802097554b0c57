import type { Section } from '@rootsquare/contract/sections'
import { useState } from 'react'
import { isSame } from '#web/features/groups/sections/section-content.ts'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'

/** `basedOn`: the version that was changed, which may be outdated by now. */
export type SectionDraft = SectionContent & { note: string; basedOn: number | null }

type DraftStart = {
  key: string
  section: Section
  /** The content to start with instead of the current one. */
  start?: SectionContent | undefined
}

/** Starts with the stored draft, else with `start`, else with the current content. */
export function useSectionDraft({ key, section, start }: DraftStart) {
  // Not updated while somebody types, although the section may change meanwhile.
  const [before] = useState<SectionDraft>(() => draftOf(start ?? section, section.versionId))
  const [stored] = useState(() => savedDraft(key))
  const [draft, setDraft] = useState(stored ?? before)
  const [isRestored, setRestored] = useState(stored !== null)
  const [theirs, setTheirs] = useState<Section | null>(() =>
    stored !== null && stored.basedOn !== section.versionId ? section : null,
  )

  function change(part: Partial<SectionDraft>): void {
    const next = { ...draft, ...part }
    const isUntouched = isSame(next, before) && next.note === before.note
    saveJson(key, isUntouched ? null : next)
    setDraft(next)
  }

  function reset(): void {
    saveJson(key, null)
    setDraft(theirs === null ? before : draftOf(theirs, theirs.versionId))
    setRestored(false)
    setTheirs(null)
  }

  return { draft, change, isRestored, theirs, setTheirs, reset, clear: () => saveJson(key, null) }
}

function draftOf({ detail, description }: SectionContent, basedOn: number | null): SectionDraft {
  return { detail, description, note: '', basedOn }
}

function savedDraft(key: string): SectionDraft | null {
  const stored = savedJson(key)
  const [detail, description, note] = [
    propertyOf(stored, 'detail'),
    propertyOf(stored, 'description'),
    propertyOf(stored, 'note'),
  ]
  const basedOn = propertyOf(stored, 'basedOn')
  if (typeof detail !== 'string' || typeof description !== 'string' || typeof note !== 'string') return null
  return { detail, description, note, basedOn: typeof basedOn === 'number' ? basedOn : null }
}
