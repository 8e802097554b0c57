import { deleteItem } from '@rootsquare/contract/trade/market'
import { deleteComment } from '@rootsquare/contract/comments'
import { deletePost } from '@rootsquare/contract/posts'
import { resolveReport, type ReportRecord } from '@rootsquare/contract/reports'
import { deleteReview } from '@rootsquare/contract/trade/reviews'
import { useQueryClient } from '@tanstack/react-query'
import { removeItem } from '#web/entities/items/item-cache.ts'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { reloadModeration } from '#web/features/moderation/moderation-api.ts'
import { call, CallError } from '#web/lib/net/call.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

type Removal = { reason: string; willResolve: boolean }

/** Deletes the reported content, and resolves its report if the admin wants that. */
export function useRemoveContent(report: ReportRecord) {
  const queryClient = useQueryClient()
  const { id, targetType, targetId } = report
  return useServerMutation({
    mutationFn: async ({ reason, willResolve }: Removal) => {
      await removeContent(report, reason)
      if (willResolve) await call(resolveReport, { params: { id } }).catch(ignoreAlreadyAddressed)
    },
    onSuccess: () => {
      if (targetType === 'post') removeDeletedPost(queryClient, targetId)
      if (targetType === 'item') void removeItem(queryClient, targetId)
    },
    onSettled: () => reloadModeration(queryClient),
  })
}

/** Treats content that somebody else has already removed as removed. */
async function removeContent({ targetType, targetId }: ReportRecord, reason: string): Promise<void> {
  const query = { reason }
  const send = {
    post: () => call(deletePost, { params: { id: targetId }, query }),
    comment: () => call(deleteComment, { params: { commentId: targetId }, query }),
    item: () => call(deleteItem, { params: { id: targetId }, query }),
    review: () => call(deleteReview, { params: { id: targetId }, query }),
  }
  if (targetType === 'chat' || targetType === 'user') return
  await send[targetType]().catch((failure: unknown) => {
    if (!isMissing(failure)) throw failure
  })
}

function ignoreAlreadyAddressed(failure: unknown): void {
  if (!(failure instanceof CallError && failure.code === 'ALREADY_ADDRESSED')) throw failure
}
