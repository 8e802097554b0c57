import type { Post } from '@rootsquare/contract/posts'
import { useState } from 'react'
import { keyOf } from '#web/lib/storage/saved-text.ts'
import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'

type EditDraft = { caption: string; place: string }

/** Begins with what the author left unsaved, else with the post as it is. */
export function useEditDraft(post: Post) {
  const [before] = useState<EditDraft>(() => ({ caption: post.caption, place: post.location ?? '' }))
  const [saved] = useState(() => savedDraft(post))
  const [draft, setDraft] = useState<EditDraft>(saved ?? before)
  const [isRestored, setRestored] = useState(saved !== null)

  function change(part: Partial<EditDraft>): void {
    const next = { ...draft, ...part }
    const isChanged = next.caption !== before.caption || next.place !== before.place
    saveJson(keyIn(post), isChanged ? next : null)
    setDraft(next)
  }

  function discard(): void {
    saveJson(keyIn(post), null)
    setDraft(before)
    setRestored(false)
  }

  return { draft, change, isRestored, discard, forget: () => saveJson(keyIn(post), null) }
}

function keyIn({ userId, id }: Post): string {
  return keyOf({ what: 'edit', memberId: userId, id })
}

function savedDraft(post: Post): EditDraft | null {
  const saved = savedJson(keyIn(post))
  const [caption, place] = [propertyOf(saved, 'caption'), propertyOf(saved, 'place')]
  return typeof caption === 'string' && typeof place === 'string' ? { caption, place } : null
}
