import * as api from '@rootsquare/contract/market'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { listGenres, listItems } from './items.ts'

export function marketRoutes(house: House): void {
  serve(house, api.listGenres, ({ db }) => listGenres(db))
  serve(house, api.listItems, ({ deps, viewer, query }) => listItems(deps, viewer, query))
}
