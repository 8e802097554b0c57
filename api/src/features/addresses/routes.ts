import * as api from '@rootsquare/contract/addresses'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { listLgas, listStates } from './places.ts'

export function addressRoutes(house: House): void {
  serve(house, api.listStates, ({ db }) => listStates(db))
  serve(house, api.listLgas, ({ db, params }) => listLgas(db, params.id))
}
