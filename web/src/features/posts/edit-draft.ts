import type { Post } from '@rootsquare/contract/posts'
import { useState } from 'react'
import { keepText, keptText } from '#web/features/posts/kept-text.ts'
import { readJson } from '#web/lib/call.ts'

export type EditDraft = { caption: string; place: string }

/** Begins with what the author left unsaved, else with the post as it is. */
export function useEditDraft(post: Post) {
  const [before] = useState<EditDraft>(() => ({ caption: post.caption, place: post.location ?? '' }))
  const [kept] = useState(() => keptDraft(post))
  const [draft, setDraft] = useState<EditDraft>(kept ?? before)
  const [isRestored, setRestored] = useState(kept !== null)

  function change(part: Partial<EditDraft>): void {
    const next = { ...draft, ...part }
    const isChanged = next.caption !== before.caption || next.place !== before.place
    keepText(placeOf(post), isChanged ? JSON.stringify(next) : '')
    setDraft(next)
  }

  function discard(): void {
    keepText(placeOf(post), '')
    setDraft(before)
    setRestored(false)
  }

  return { draft, change, isRestored, discard, forget: () => keepText(placeOf(post), '') }
}

function placeOf({ userId, id }: Post) {
  return { what: 'edit', memberId: userId, id }
}

function keptDraft(post: Post): EditDraft | null {
  const kept = readJson(keptText(placeOf(post)))
  if (typeof kept !== 'object' || kept === null || !('caption' in kept && 'place' in kept)) return null
  const { caption, place } = kept
  return typeof caption === 'string' && typeof place === 'string' ? { caption, place } : null
}
