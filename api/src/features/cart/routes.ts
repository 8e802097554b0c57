import * as api from '@rootsquare/contract/cart'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { addToCart, getCart, removeFromCart } from './cart.ts'

export function cartRoutes(house: House): void {
  serve(house, api.getCart, ({ deps, viewer }) => getCart(deps, viewer))
  serve(house, api.addToCart, ({ deps, viewer, body }) => addToCart(deps, viewer, body))
  serve(house, api.removeFromCart, ({ db, viewer, params }) => removeFromCart(db, viewer, params.id))
}
