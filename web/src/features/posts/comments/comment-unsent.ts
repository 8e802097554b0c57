import { commentDraftPlace } from '#web/features/posts/comments/comment-box.tsx'
import { savedOutgoing } from '#web/features/posts/comments/comment-outbox.ts'
import type { Desk } from '#web/features/posts/comments/comment-outbox.ts'
import { savedText } from '#web/lib/storage/saved-text.ts'

/** What a member wrote about a post that never reached it. */
export function unsentWords(desk: Desk): { key: string; text: string }[] {
  const draft = savedText(commentDraftPlace(desk))
  return [...savedOutgoing(desk), ...(draft === '' ? [] : [{ key: 'draft', text: draft }])]
}
