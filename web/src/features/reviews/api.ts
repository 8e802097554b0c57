import {
  createReview,
  deleteReview,
  listItemReviews,
  listSellerReviews,
  replyToReview,
  updateReview,
  voteHelpful,
} from '@rootsquare/contract/trade/reviews'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { Review, ReviewPage, ReviewSort } from '@rootsquare/contract/trade/reviews'
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { reloadItems } from '#web/entities/items/item-cache.ts'
import { reloadOrders } from '#web/entities/orders/order-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { storedCall } from '#web/lib/net/stored-call.ts'
import { usePendingValue, type ValueKind } from '#web/lib/net/use-pending-value.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const pageSize = 10
const root = ['reviews'] as const
const firstCursor: string | null = null

/** The reviews of a seller are those of all the seller's items. */
export type ReviewSubject = { type: 'item' | 'seller'; id: number }

export function reviewsOf({ type, id }: ReviewSubject, sort: ReviewSort) {
  return infiniteQueryOptions({
    queryKey: [...root, type, id, sort] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { sort, size: pageSize, ...(pageParam !== null && { cursor: pageParam }) }
      const input = { params: { id }, query, signal }
      const { data } = await (type === 'item' ? call(listItemReviews, input) : call(listSellerReviews, input))
      return data
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Reloads the ratings of the item and its seller, and the orders, which say what is left to review. */
function reloadRatings(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: root })
  void queryClient.invalidateQueries({ queryKey: ['sellers'] })
  void reloadItems(queryClient)
  reloadOrders(queryClient)
}

function patchReview(queryClient: QueryClient, id: number, change: (review: Review) => Review): void {
  queryClient.setQueriesData<InfiniteData<ReviewPage>>(
    { queryKey: root },
    (data) =>
      data &&
      patchPages(data, (content) => content.map((review) => (review.id === id ? change(review) : review))),
  )
}

export type Purchase = { itemId: number; itemName: string; orderLineId: number }
type ReviewContent = { rating: number; text: string; images: string[] }

/** Changes the given review, or writes a new one if none is given. */
export function useSaveReview({ itemId, orderLineId }: Purchase, reviewId: number | null) {
  return useReviewAction((body: ReviewContent) =>
    reviewId === null
      ? call(createReview, { params: { id: itemId }, body: { orderLineId, ...body } })
      : call(updateReview, { params: { id: reviewId }, body }),
  )
}

export function useReply(id: number) {
  return useReviewAction((text: string) => call(replyToReview, { params: { id }, body: { text } }))
}

export function useDeleteReview(id: number) {
  return useReviewAction<void>(() => call(deleteReview, { params: { id }, query: {} }))
}

type Answer = { message: string | undefined }

/** Reloads everything after a rejection too, because the screen shows an outdated review. */
function useReviewAction<Input>(send: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useServerMutation({ mutationFn: send, onSettled: () => reloadRatings(queryClient) })
}

export const helpfulVote: ValueKind<readonly [reviewId: number], boolean, ReplyOf<typeof voteHelpful>> = {
  name: 'helpful',
  callOf: ([id], helpful) => storedCall(voteHelpful, { params: { id }, body: { helpful } }),
  onSent: (queryClient, { ids: [id], data: { helpful, count } }) =>
    patchReview(queryClient, id, (review) => ({ ...review, isHelpful: helpful, helpful: count })),
  onFailed(queryClient, _, failure) {
    showSnackbar('error', errorText(failure))
    if (isMissing(failure)) reloadRatings(queryClient)
  },
}

export function useVote({ id, isHelpful, helpful }: Review) {
  const { value, change } = usePendingValue({
    kind: helpfulVote,
    ids: [id],
    mutationKey: [...root, 'vote', id],
    confirmed: isHelpful,
  })
  return {
    isHelpful: value,
    helpful: helpful + Number(value) - Number(isHelpful),
    toggle: () => change(!value),
  }
}
