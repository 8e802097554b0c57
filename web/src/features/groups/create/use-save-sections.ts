import { sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { useCallback, useEffect, useRef, useState } from 'react'
import { filledSections, isSaved } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraft, GroupDraftStore } from '#web/features/groups/create/create-group-draft.ts'
import { isTooLong } from '#web/features/groups/sections/section-field.tsx'
import { isStale, useWriteSection } from '#web/features/groups/sections/sections-api.ts'
import { showFormError } from '#web/features/groups/create/show-form-error.ts'
import { trimmed } from '#web/features/groups/sections/section-content.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'

export type SectionState = 'unsaved' | 'saving' | 'saved' | 'failed'
type Failed = { name: SectionName; text: string; isStale: boolean }

/** Saves one section after the other. The next try goes on after those that are saved. */
export function useSaveSections(store: GroupDraftStore, groupId: number) {
  const write = useWriteSection(groupId)
  const [saving, setSaving] = useState<SectionName | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const isOpen = useIsOpen()

  /** Returns whether it was saved. */
  async function saveOne(name: SectionName): Promise<boolean> {
    const { sections, saved } = store.newest()
    const content = trimmed(sections[name])
    setSaving(name)
    try {
      const basedOn = saved[name]?.versionId ?? null
      const { versionId } = await write.mutateAsync({ name, ...content, basedOn })
      // The draft may be of another group by now.
      if (store.newest().group?.id === groupId)
        store.change({ saved: { ...store.newest().saved, [name]: { ...content, versionId } } })
      return true
    } catch (error) {
      const text = errorTextWithRetry(error)
      setFailed({ name, text, isStale: isStale(error) })
      showFormError(text)
      return false
    }
  }

  /** Returns whether all were saved. A closed dialog stops it after the current section. */
  async function save(): Promise<boolean> {
    let isGoingOn = true
    setFailed(null)
    store.setBusy(true)
    for (let name = nextIn(store.newest()); name !== undefined && isGoingOn; name = nextIn(store.newest()))
      isGoingOn = (await saveOne(name)) && isOpen()
    setSaving(null)
    store.setBusy(false)
    return isGoingOn
  }

  return { save, saving, failed }
}

export type Saving = Pick<ReturnType<typeof useSaveSections>, 'saving' | 'failed'>

export function stateOf(draft: GroupDraft, { saving, failed }: Saving, name: SectionName): SectionState {
  if (name === saving) return 'saving'
  if (isSaved(draft, name)) return 'saved'
  return name === failed?.name ? 'failed' : 'unsaved'
}

export function progressIn(draft: GroupDraft, { saving }: Saving): string {
  const filled = filledSections(draft)
  return saving === null ? '' : `Saving ${filled.indexOf(saving) + 1} of ${filled.length}…`
}

function useIsOpen(): () => boolean {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return useCallback(() => isOpen.current, [])
}

function nextIn(draft: GroupDraft): SectionName | undefined {
  return filledSections(draft).find((name) => !isSaved(draft, name))
}

export function isAnyTooLong({ sections }: GroupDraft): boolean {
  return sectionNames.some((name) => isTooLong(sections[name]))
}
