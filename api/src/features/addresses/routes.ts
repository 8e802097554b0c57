import * as api from '@rootsquare/contract/addresses'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { createAddress, deleteAddress, listAddresses, updateAddress } from './addresses.ts'
import { listLgas, listStates } from './places.ts'

export function addressRoutes(house: House): void {
  serve(house, api.listStates, ({ db }) => listStates(db))
  serve(house, api.listLgas, ({ db, params }) => listLgas(db, params.id))
  serve(house, api.listAddresses, ({ db, viewer }) => listAddresses(db, viewer))
  serve(house, api.createAddress, ({ deps, viewer, body }) => createAddress(deps, viewer, body))
  serve(house, api.updateAddress, ({ deps, viewer, params, body }) =>
    updateAddress(deps, viewer, params.id, body),
  )
  serve(house, api.deleteAddress, ({ deps, viewer, params }) => deleteAddress(deps, viewer, params.id))
}
