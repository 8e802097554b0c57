import type { Section } from '@rootsquare/contract/sections'
import { useState } from 'react'
import { isSame } from '#web/features/groups/sections/section-labels.ts'
import type { Words } from '#web/features/groups/sections/section-labels.ts'
import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'

/** `basedOn`: the version that was changed, which need not stand any more. */
export type SectionDraft = Words & { note: string; basedOn: number | null }

type Beginning = {
  /** What is written, by whom and where: `rootsquare.` and so on. */
  key: string
  section: Section
  /** Other words than those that stand, to begin with. */
  start?: Words | undefined
}

/** Begins with what was left unsent, else with the words that stand or those given. */
export function useSectionDraft({ key, section, start }: Beginning) {
  // Held on to while somebody writes: what stands may change meanwhile.
  const [before] = useState<SectionDraft>(() => draftOf(start ?? section, section.versionId))
  const [kept] = useState(() => savedDraft(key))
  const [draft, setDraft] = useState(kept ?? before)
  const [isRestored, setRestored] = useState(kept !== null)
  const [theirs, setTheirs] = useState<Section | null>(() =>
    kept !== null && kept.basedOn !== section.versionId ? section : null,
  )

  function change(part: Partial<SectionDraft>): void {
    const next = { ...draft, ...part }
    const isUntouched = isSame(next, before) && next.note === before.note
    saveJson(key, isUntouched ? null : next)
    setDraft(next)
  }

  /** Back to what stands, as far as it is known. */
  function beginAnew(): void {
    saveJson(key, null)
    setDraft(theirs === null ? before : draftOf(theirs, theirs.versionId))
    setRestored(false)
    setTheirs(null)
  }

  return { draft, change, isRestored, theirs, setTheirs, beginAnew, forget: () => saveJson(key, null) }
}

function draftOf({ detail, description }: Words, basedOn: number | null): SectionDraft {
  return { detail, description, note: '', basedOn }
}

function savedDraft(key: string): SectionDraft | null {
  const kept = savedJson(key)
  const [detail, description, note] = [
    valueOf(kept, 'detail'),
    valueOf(kept, 'description'),
    valueOf(kept, 'note'),
  ]
  const basedOn = valueOf(kept, 'basedOn')
  if (typeof detail !== 'string' || typeof description !== 'string' || typeof note !== 'string') return null
  return { detail, description, note, basedOn: typeof basedOn === 'number' ? basedOn : null }
}
