import * as api from '@rootsquare/contract/trade/offers'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { createOffer } from './create-offer.ts'
import { decideOffer } from './decide-offer.ts'

export function offerRoutes(app: RouteContext): void {
  serve(app, api.createOffer, ({ deps, viewer, params, body }) =>
    createOffer(deps, viewer, params.id, body.price),
  )
  serve(app, api.decideOffer, ({ deps, viewer, params, body }) =>
    decideOffer(deps, viewer, params.id, body.state),
  )
}
