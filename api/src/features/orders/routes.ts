import * as api from '@rootsquare/contract/orders'
import * as payments from '@rootsquare/contract/payments'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { listOrders } from './buyer-orders.ts'
import { cancelOrder } from './cancel.ts'
import { checkout } from './checkout.ts'
import { confirmOrder } from './confirm.ts'
import { sellerFigures } from './figures.ts'
import { decideHeld, listHeld } from './held.ts'
import { initiatePayment } from './pay.ts'
import { refundLine } from './refund-line.ts'
import { getSeller } from './seller.ts'
import { moveLine } from './ship.ts'
import { listSellerOrders } from './seller-orders.ts'
import { verifyPayment } from './verify.ts'
import { receivePaymentEvent } from './webhook.ts'

export function orderRoutes(house: House): void {
  serve(house, api.checkout, ({ deps, viewer, body }) => checkout(deps, viewer, body))
  serve(house, api.listOrders, ({ deps, viewer, query }) => listOrders(deps, viewer, query))
  serve(house, api.listSellerOrders, ({ deps, viewer, query }) => listSellerOrders(deps, viewer, query))
  serve(house, api.moveLine, ({ deps, viewer, params, body }) => moveLine(deps, viewer, params.id, body))
  serve(house, api.confirmOrder, ({ deps, viewer, params }) => confirmOrder(deps, viewer, params.id))
  serve(house, api.refundLine, ({ deps, viewer, params, body }) => refundLine(deps, viewer, params.id, body))
  serve(house, api.sellerFigures, ({ deps, viewer, query }) => sellerFigures(deps, viewer, query))
  serve(house, api.getSeller, ({ db, viewer, params }) => getSeller(db, viewer, params.id))
  serve(house, api.cancelOrder, ({ deps, viewer, params }) => cancelOrder(deps, viewer, params.id))
  serve(house, payments.initiatePayment, ({ deps, viewer, body }) => initiatePayment(deps, viewer, body))
  serve(house, payments.verifyPayment, ({ deps, viewer, params }) =>
    verifyPayment(deps, viewer, params.transactionRef),
  )
  serve(house, payments.paymentWebhook, ({ deps, raw, address }) => receivePaymentEvent(deps, raw, address))
  serve(house, payments.listHeld, ({ deps, query }) => listHeld(deps, query))
  serve(house, payments.decideHeld, ({ deps, viewer, params, body }) =>
    decideHeld(deps, viewer, params.transactionRef, body),
  )
}
