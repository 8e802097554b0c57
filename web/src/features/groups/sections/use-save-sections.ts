import { sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { useCallback, useEffect, useRef, useState } from 'react'
import { filledSections, isSaved } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import { isTooLong } from '#web/features/groups/sections/section-field.tsx'
import { isStale, useWriteSection } from '#web/features/groups/sections/sections-api.ts'
import type { GroupDraftDesk } from '#web/features/groups/create/use-group-draft.ts'
import { tellBeside } from '#web/features/groups/sections/tell-beside.ts'
import { trimmed } from '#web/features/groups/sections/section-labels.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'

export type SectionState = 'unsaved' | 'saving' | 'saved' | 'failed'
type Failed = { name: SectionName; text: string; isStale: boolean }

/** One call for each section, in their order. What is saved stays saved; the next try goes on from there. */
export function useSaveSections(desk: GroupDraftDesk, groupId: number) {
  const write = useWriteSection(groupId)
  const [saving, setSaving] = useState<SectionName | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const isOpen = useIsOpen()

  /** Whether it is there. */
  async function saveOne(name: SectionName): Promise<boolean> {
    const { words: typed, saved } = desk.newest()
    const words = trimmed(typed[name])
    setSaving(name)
    try {
      const basedOn = saved[name]?.versionId ?? null
      const { versionId } = await write.mutateAsync({ name, ...words, basedOn })
      // Not to the draft of another group, which may have been begun meanwhile.
      if (desk.newest().group?.id === groupId)
        desk.change({ saved: { ...desk.newest().saved, [name]: { ...words, versionId } } })
      return true
    } catch (failure) {
      const text = errorTextWithRetry(failure)
      setFailed({ name, text, isStale: isStale(failure) })
      tellBeside(text)
      return false
    }
  }

  /** Whether all is there. A closed dialog ends it after the section under way. */
  async function save(): Promise<boolean> {
    let isGoingOn = true
    setFailed(null)
    desk.setBusy(true)
    for (let name = nextIn(desk.newest()); name !== undefined && isGoingOn; name = nextIn(desk.newest()))
      isGoingOn = (await saveOne(name)) && isOpen()
    setSaving(null)
    desk.setBusy(false)
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

/** Whether the dialog is still there when an answer comes. */
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

export function isAnyTooLong({ words }: GroupDraft): boolean {
  return sectionNames.some((name) => isTooLong(words[name]))
}
