import { commentDraftPlace } from '#web/features/posts/comment-box.tsx'
import { keptOutgoing } from '#web/features/posts/comment-outbox.ts'
import type { Desk } from '#web/features/posts/comment-outbox.ts'
import { keptText } from '#web/lib/kept-text.ts'

/** What a member wrote about a post that never reached it. */
export function unsentWords(desk: Desk): { key: string; text: string }[] {
  const draft = keptText(commentDraftPlace(desk))
  return [...keptOutgoing(desk), ...(draft === '' ? [] : [{ key: 'draft', text: draft }])]
}
