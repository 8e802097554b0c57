import { focusNeighbour } from '#web/features/posts/card/focus-neighbour.ts'
import { commentField } from '#web/entities/posts/post-link.ts'

/** Call it before the comment with the focus is removed; with a top comment its replies go too. */
export function focusBeside(commentId: number): void {
  focusNeighbour('[data-comment]', {
    otherwise: commentField,
    isStaying: (row) => row.closest(`[data-thread="${commentId}"]`) === null,
  })
}
