import * as documents from '@rootsquare/contract/trade/order-documents'
import * as purchase from '@rootsquare/contract/trade/checkout'
import * as admin from '@rootsquare/contract/trade/admin-orders'
import * as api from '@rootsquare/contract/trade/orders'
import * as payments from '@rootsquare/contract/trade/payments'
import * as sellers from '@rootsquare/contract/trade/sellers'
import { serveFile } from '#api/http/serve/serve-file.ts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { buyAgain } from './buy-again.ts'
import { listOrders } from './buyer-orders.ts'
import { cancelOrder } from './cancel.ts'
import { checkout } from '#api/features/orders/checkout/checkout.ts'
import { confirmOrder } from '#api/features/orders/fulfilment/confirm-order.ts'
import { makeReceipt } from '#api/features/orders/documents/receipt.ts'
import { makePackingSlip } from '#api/features/orders/documents/packing-slip.ts'
import { sellerFigures } from './seller-figures.ts'
import { getAdminOrder } from '#api/features/orders/admin/admin-order.ts'
import { listAdminOrders } from '#api/features/orders/admin/list-admin-orders.ts'
import { retryOrder } from '#api/features/orders/admin/retry-order.ts'
import { settleRefund } from '#api/features/orders/admin/settle-refund.ts'
import { decideHeld, listHeld } from '#api/features/orders/payments/held-payments.ts'
import { initiatePayment, verifyPayment } from '#api/features/orders/payments/pay.ts'
import { refundLine } from '#api/features/orders/refunds/refund-line.ts'
import { getSeller } from '#api/features/orders/fulfilment/seller.ts'
import { moveLine } from '#api/features/orders/fulfilment/ship.ts'
import { listSellerOrders } from '#api/features/orders/fulfilment/seller-orders.ts'
import { receivePaymentEvent } from '#api/features/orders/payments/webhook.ts'

export function orderRoutes(app: RouteContext): void {
  serve(app, purchase.checkout, { shed: 'last', checksSession: true }, ({ deps, viewer, body }) =>
    checkout(deps, viewer, body),
  )
  serve(app, api.listOrders, ({ deps, viewer, query }) => listOrders(deps, viewer, query))
  serve(app, api.listSellerOrders, ({ deps, viewer, query }) => listSellerOrders(deps, viewer, query))
  serve(app, api.moveLine, ({ deps, viewer, params, body }) => moveLine(deps, viewer, params.id, body))
  serve(app, api.confirmOrder, ({ deps, viewer, params, body }) =>
    confirmOrder(deps, viewer, params.id, body?.sellerId),
  )
  serve(app, api.refundLine, ({ deps, viewer, params, body }) => refundLine(deps, viewer, params.id, body))
  serve(app, api.buyAgain, ({ deps, viewer, params }) => buyAgain(deps, viewer, params.id))
  serveFile(app, documents.getReceipt, ({ deps, viewer, params }) => makeReceipt(deps, viewer, params.id))
  serveFile(app, documents.getPackingSlip, ({ deps, viewer, params }) =>
    makePackingSlip(deps, viewer, params.id),
  )
  serve(app, api.sellerFigures, ({ deps, viewer, query }) => sellerFigures(deps, viewer, query))
  serve(app, sellers.getSeller, { mayLag: true }, ({ db, viewer, params }) =>
    getSeller(db, viewer, params.id),
  )
  serve(app, api.cancelOrder, { shed: 'last' }, ({ deps, viewer, params }) =>
    cancelOrder(deps, viewer, params.id),
  )
  paymentRoutes(app)
  serve(app, admin.listAdminOrders, ({ deps, query }) => listAdminOrders(deps, query))
  serve(app, admin.getAdminOrder, ({ deps, db, viewer, params }) =>
    getAdminOrder(deps, db, viewer, params.id),
  )
  serve(app, admin.retryOrder, ({ deps, viewer, params }) => retryOrder(deps, viewer, params.id))
  serve(app, admin.settleRefund, ({ deps, viewer, params, body }) =>
    settleRefund(deps, viewer, params.id, body),
  )
}

function paymentRoutes(app: RouteContext): void {
  serve(
    app,
    payments.initiatePayment,
    { shed: 'last', checksSession: true, callsOutside: true },
    ({ deps, viewer, body }) => initiatePayment(deps, viewer, body),
  )
  serve(app, payments.verifyPayment, { shed: 'last', checksSession: true }, ({ deps, viewer, params }) =>
    verifyPayment(deps, viewer, params.transactionRef),
  )
  paymentEventRoutes(app)
  serve(app, payments.listHeld, ({ deps, query }) => listHeld(deps, query))
  serve(app, payments.decideHeld, ({ deps, viewer, params, body }) =>
    decideHeld(deps, viewer, params.transactionRef, body),
  )
}

export function paymentEventRoutes(app: RouteContext): void {
  serve(app, payments.paymentWebhook, { shed: 'last' }, ({ deps, raw, address }) =>
    receivePaymentEvent(deps, raw, address),
  )
}
