import * as api from '@rootsquare/contract/addresses'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { createAddress, deleteAddress, listAddresses, updateAddress } from './addresses.ts'
import { listLgas, listStates } from './places.ts'

export function addressRoutes(app: RouteContext): void {
  serve(app, api.listStates, { mayLag: true }, ({ db }) => listStates(db))
  serve(app, api.listLgas, { mayLag: true }, ({ db, params }) => listLgas(db, params.id))
  serve(app, api.listAddresses, ({ db, viewer }) => listAddresses(db, viewer))
  serve(app, api.createAddress, ({ deps, viewer, body }) => createAddress(deps, viewer, body))
  serve(app, api.updateAddress, ({ deps, viewer, params, body }) =>
    updateAddress(deps, viewer, params.id, body),
  )
  serve(app, api.deleteAddress, ({ deps, viewer, params }) => deleteAddress(deps, viewer, params.id))
}
