import * as api from '@rootsquare/contract/orders'
import * as payments from '@rootsquare/contract/payments'
import { serve } from '#api/http/serve/serve.ts'
import type { RouteContext } from '#api/http/serve/serve.ts'
import { listOrders } from './buyer-orders.ts'
import { cancelOrder } from './cancel.ts'
import { checkout } from '#api/features/orders/checkout/checkout.ts'
import { confirmOrder } from '#api/features/orders/fulfilment/confirm-order.ts'
import { sellerFigures } from './figures.ts'
import { decideHeld, listHeld } from '#api/features/orders/payments/held-payments.ts'
import { initiatePayment, verifyPayment } from '#api/features/orders/payments/pay.ts'
import { refundLine } from '#api/features/orders/refunds/refund-line.ts'
import { getSeller } from '#api/features/orders/fulfilment/seller.ts'
import { moveLine } from '#api/features/orders/fulfilment/ship.ts'
import { listSellerOrders } from '#api/features/orders/fulfilment/seller-orders.ts'
import { receivePaymentEvent } from '#api/features/orders/payments/webhook.ts'

export function orderRoutes(app: RouteContext): void {
  serve(app, api.checkout, ({ deps, viewer, body }) => checkout(deps, viewer, body))
  serve(app, api.listOrders, ({ deps, viewer, query }) => listOrders(deps, viewer, query))
  serve(app, api.listSellerOrders, ({ deps, viewer, query }) => listSellerOrders(deps, viewer, query))
  serve(app, api.moveLine, ({ deps, viewer, params, body }) => moveLine(deps, viewer, params.id, body))
  serve(app, api.confirmOrder, ({ deps, viewer, params }) => confirmOrder(deps, viewer, params.id))
  serve(app, api.refundLine, ({ deps, viewer, params, body }) => refundLine(deps, viewer, params.id, body))
  serve(app, api.sellerFigures, ({ deps, viewer, query }) => sellerFigures(deps, viewer, query))
  serve(app, api.getSeller, ({ db, viewer, params }) => getSeller(db, viewer, params.id))
  serve(app, api.cancelOrder, ({ deps, viewer, params }) => cancelOrder(deps, viewer, params.id))
  serve(app, payments.initiatePayment, ({ deps, viewer, body }) => initiatePayment(deps, viewer, body))
  serve(app, payments.verifyPayment, ({ deps, viewer, params }) =>
    verifyPayment(deps, viewer, params.transactionRef),
  )
  serve(app, payments.paymentWebhook, ({ deps, raw, address }) => receivePaymentEvent(deps, raw, address))
  serve(app, payments.listHeld, ({ deps, query }) => listHeld(deps, query))
  serve(app, payments.decideHeld, ({ deps, viewer, params, body }) =>
    decideHeld(deps, viewer, params.transactionRef, body),
  )
}
