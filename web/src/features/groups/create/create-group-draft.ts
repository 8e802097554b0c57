import type { NewGroup } from '@rootsquare/contract/groups'
import { sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { isEmpty, isSame, emptyContent, trimmed } from '#web/features/groups/sections/section-content.ts'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'
import { currentSession, onSessionChange } from '#web/lib/session/session.ts'
import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'
import { randomId } from '#web/lib/storage/random-id.ts'

export type GroupDraft = {
  /** New for each draft that starts blank. */
  id: string
  name: string
  description: string
  image: string | null
  header: string | null
  stateCodes: string[]
  /** The last content sent and its key: the same again creates no second group. */
  sent: { print: string; key: string } | null
  /** Set once the group exists and only its sections are missing. */
  group: { id: number; name: string } | null
  sections: Record<SectionName, SectionContent>
  /** What the server has saved, and as which version. */
  saved: Partial<Record<SectionName, SectionContent & { versionId: number | null }>>
}

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

export function filledSections({ sections, saved }: GroupDraft): SectionName[] {
  return sectionNames.filter((name) => saved[name] !== undefined || !isEmpty(trimmed(sections[name])))
}

export function isSaved({ sections, saved }: GroupDraft, name: SectionName): boolean {
  const there = saved[name]
  return there !== undefined && isSame(trimmed(sections[name]), there)
}

const keyOf = (memberId: number) => `rootsquare.create-group.${memberId}`

export function saveDraft(memberId: number, draft: GroupDraft): void {
  saveJson(keyOf(memberId), isBlank(draft) ? null : draft)
}

export function savedDraft(memberId: number): GroupDraft | null {
  const stored = savedJson(keyOf(memberId))
  return isDraft(stored) ? stored : null
}

/** It was stored in this tab, but maybe by an older version of the page. */
function isDraft(stored: unknown): stored is GroupDraft {
  const isLike = (one: unknown, other: unknown) =>
    other === null || (typeof one === typeof other && Array.isArray(one) === Array.isArray(other))
  const hasAll = (one: unknown, other: object) =>
    Object.entries(other).every(([name, value]) => isLike(propertyOf(one, name), value))
  const sections = propertyOf(stored, 'sections')
  const contents = sectionNames.map((name) => propertyOf(sections, name))
  return hasAll(stored, blankDraft()) && contents.every((content) => hasAll(content, emptyContent))
}

type DraftState = { memberId: number; draft: GroupDraft; isBusy: boolean }
export type GroupDraftStore = ReturnType<typeof useGroupDraft>

const listeners = new Set<() => void>()
let state: DraftState | null = null

// The draft must not stay in memory after a sign-out.
onSessionChange(() => {
  if (currentSession()?.userId !== state?.memberId) state = null
})

/** Outside of React, so that an answer still updates the draft after the dialog was closed and opened again. */
export function useGroupDraft(memberId: number) {
  const { draft, isBusy } = useSyncExternalStore(subscribe, () => stateOf(memberId))
  const [restored, setRestored] = useState(() => (isBlank(draft) ? null : stepOf(draft)))
  const newest = useCallback(() => stateOf(memberId).draft, [memberId])
  const setBusy = useCallback((busy: boolean) => update(memberId, { isBusy: busy }), [memberId])
  const change = useCallback(
    (part: Partial<GroupDraft>) => update(memberId, { draft: { ...newest(), ...part } }),
    [memberId, newest],
  )

  function startOver(): void {
    setRestored(null)
    change(blankDraft())
  }

  return { value: draft, newest, change, isBusy, setBusy, isRestored: restored === stepOf(draft), startOver }
}

/** Only the step that was restored says so. */
function stepOf({ group }: GroupDraft): 'group' | 'sections' {
  return group === null ? 'group' : 'sections'
}

function stateOf(memberId: number): DraftState {
  if (state === null || state.memberId !== memberId)
    state = { memberId, draft: savedDraft(memberId) ?? blankDraft(), isBusy: false }
  return state
}

function update(memberId: number, part: Partial<DraftState>): void {
  if (currentSession()?.userId !== memberId) return
  state = { ...stateOf(memberId), ...part }
  saveDraft(memberId, state.draft)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
