import * as api from '@rootsquare/contract/search'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { search } from './search.ts'

export function searchRoutes(app: RouteContext): void {
  serve(app, api.search, { mayLag: true }, ({ deps, viewer, query }) => search(deps, viewer, query))
}
