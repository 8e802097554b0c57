import * as api from '@rootsquare/contract/trade/reviews'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { deleteReview, replyToReview, updateReview, voteHelpful } from './change-review.ts'
import { createReview } from './create-review.ts'
import { listItemReviews, listSellerReviews } from './list-reviews.ts'

export function reviewRoutes(app: RouteContext): void {
  serve(app, api.listItemReviews, { mayLag: true }, ({ deps, viewer, params, query }) =>
    listItemReviews(deps, viewer, params.id, query),
  )
  serve(app, api.listSellerReviews, { mayLag: true }, ({ deps, viewer, params, query }) =>
    listSellerReviews(deps, viewer, params.id, query),
  )
  serve(app, api.createReview, ({ deps, viewer, params, body }) =>
    createReview(deps, viewer, params.id, body),
  )
  serve(app, api.updateReview, ({ deps, viewer, params, body }) =>
    updateReview(deps, viewer, params.id, body),
  )
  serve(app, api.replyToReview, ({ deps, viewer, params, body }) =>
    replyToReview(deps, viewer, params.id, body.text),
  )
  serve(app, api.voteHelpful, ({ deps, viewer, params, body }) =>
    voteHelpful(deps, viewer, params.id, body.helpful),
  )
  serve(app, api.deleteReview, ({ deps, viewer, params, query }) =>
    deleteReview(deps, viewer, params.id, query),
  )
}
