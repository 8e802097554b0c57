import * as api from '@rootsquare/contract/trade/cart'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { addToCart, getCart, removeFromCart } from './cart.ts'
import { quoteCart } from './quote.ts'

export function cartRoutes(app: RouteContext): void {
  serve(app, api.getCart, ({ deps, viewer }) => getCart(deps, viewer))
  serve(app, api.quoteCart, { shed: 'last' }, ({ deps, viewer, query }) => quoteCart(deps, viewer, query))
  serve(app, api.addToCart, { checksSession: true }, ({ deps, viewer, body }) =>
    addToCart(deps, viewer, body),
  )
  serve(app, api.removeFromCart, ({ db, viewer, params }) => removeFromCart(db, viewer, params.id))
}
