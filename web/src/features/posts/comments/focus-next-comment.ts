import { focusNeighbour } from '#web/lib/browser/focus-neighbour.ts'
import { commentFieldId } from '#web/entities/posts/post-link.ts'

/** Moves the focus before the focused comment is removed, skipping the replies that are removed with it. */
export function focusNextComment(commentId: number): void {
  focusNeighbour('[data-comment]', {
    otherwise: commentFieldId,
    isStaying: (row) => row.closest(`[data-thread="${commentId}"]`) === null,
  })
}
