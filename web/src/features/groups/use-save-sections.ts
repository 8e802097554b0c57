import { leadLength, sectionLength, sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { useCallback, useEffect, useRef, useState } from 'react'
import { filledSections, isSaved, trimmed } from '#web/features/groups/create-group-draft.ts'
import type { GroupDraft } from '#web/features/groups/create-group-draft.ts'
import { useWriteSection } from '#web/features/groups/sections-api.ts'
import type { GroupDraftDesk } from '#web/features/groups/use-group-draft.ts'
import { failureTextWithLater } from '#web/lib/failure-text.ts'
import { lengthOf } from '#web/lib/length.ts'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

export type SectionState = 'unsaved' | 'saving' | 'saved' | 'failed'
type Failed = { name: SectionName; text: string }

/** One call for each section, in their order. What is saved stays saved; the next try goes on from there. */
export function useSaveSections(desk: GroupDraftDesk, groupId: number) {
  const write = useWriteSection(groupId)
  const [saving, setSaving] = useState<SectionName | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const isStanding = useStanding()

  async function saveOne(name: SectionName): Promise<void> {
    const words = trimmed(desk.newest().words[name])
    setSaving(name)
    await write.mutateAsync({ name, ...words })
    desk.change({ saved: { ...desk.newest().saved, [name]: words } })
  }

  function fail(name: SectionName, failure: unknown): false {
    const text = failureTextWithLater(failure)
    setSaving(null)
    setFailed({ name, text })
    showSnackbar('error', text)
    return false
  }

  /** Whether all is there. A closed dialog ends it after the section under way. */
  async function save(): Promise<boolean> {
    setFailed(null)
    for (let name = nextIn(desk.newest()); name !== undefined; name = nextIn(desk.newest())) {
      try {
        await saveOne(name)
      } catch (failure) {
        return fail(name, failure)
      }
      if (!isStanding()) return false
    }
    setSaving(null)
    return true
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
function useStanding(): () => boolean {
  const isStanding = useRef(false)
  useEffect(() => {
    isStanding.current = true
    return () => {
      isStanding.current = false
    }
  }, [])
  return useCallback(() => isStanding.current, [])
}

function nextIn(draft: GroupDraft): SectionName | undefined {
  return filledSections(draft).find((name) => !isSaved(draft, name))
}

export function isAnyTooLong({ words }: GroupDraft): boolean {
  return sectionNames.some(
    (name) => lengthOf(words[name].detail) > leadLength || lengthOf(words[name].description) > sectionLength,
  )
}
