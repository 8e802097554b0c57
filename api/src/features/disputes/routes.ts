import * as api from '@rootsquare/contract/trade/disputes'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { decideDispute } from './decide-dispute.ts'
import { addDisputeMessage } from './dispute-messages.ts'
import { getDispute } from './get-dispute.ts'
import { listDisputes } from './list-disputes.ts'
import { openDispute } from './open-dispute.ts'
import { withdrawDispute } from './withdraw-dispute.ts'

export function disputeRoutes(app: RouteContext): void {
  serve(app, api.openDispute, ({ deps, viewer, params, body }) => openDispute(deps, viewer, params.id, body))
  serve(app, api.addDisputeMessage, ({ deps, viewer, params, body }) =>
    addDisputeMessage(deps, viewer, params.id, body),
  )
  serve(app, api.listDisputes, ({ db, viewer, query }) => listDisputes(db, viewer, query))
  serve(app, api.getDispute, ({ deps, db, viewer, params }) => getDispute(deps, db, viewer, params.id))
  serve(app, api.decideDispute, ({ deps, viewer, params, body }) =>
    decideDispute(deps, viewer, params.id, body),
  )
  serve(app, api.withdrawDispute, ({ deps, viewer, params }) => withdrawDispute(deps, viewer, params.id))
}
