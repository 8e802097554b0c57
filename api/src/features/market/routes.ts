import * as genres from '@rootsquare/contract/trade/genres'
import * as api from '@rootsquare/contract/trade/market'
import * as searches from '@rootsquare/contract/trade/saved-searches'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { approveItem } from '#api/features/market/items/approve-item.ts'
import { createItem } from '#api/features/market/items/create-item.ts'
import { deleteItem } from '#api/features/market/items/delete-item.ts'
import { favorItem } from '#api/features/market/items/favor-item.ts'
import { createGenre, listGenres } from '#api/features/market/browse/genres.ts'
import { marketReader } from '#api/features/market/browse/market-reader.ts'
import { getItem } from '#api/features/market/items/item-rows.ts'
import { listAllItems, listItems } from '#api/features/market/browse/items.ts'
import { changeItemImage, updateItem } from '#api/features/market/items/update-item.ts'

import {
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
} from '#api/features/market/searches/saved-searches.ts'

export function marketRoutes(app: RouteContext): void {
  serve(app, genres.listGenres, { mayLag: true }, ({ db }) => listGenres(db))
  serve(app, api.listItems, { mayLag: true, readerOf: marketReader }, ({ deps, viewer, query }) =>
    listItems(deps, viewer, query),
  )
  serve(app, api.listAllItems, ({ deps, viewer, query }) => listAllItems(deps, viewer, query))
  serve(app, api.getItem, { mayLag: true }, ({ deps, viewer, params }) => getItem(deps, viewer, params.id))
  serve(app, genres.createGenre, ({ deps, viewer, body }) => createGenre(deps, viewer, body))
  serve(app, api.createItem, ({ deps, viewer, body }) => createItem(deps, viewer, body))
  serve(app, api.updateItem, ({ deps, viewer, params, body }) => updateItem(deps, viewer, params.id, body))
  serve(app, api.changeItemImage, ({ deps, viewer, params, body, parts }) =>
    changeItemImage(deps, viewer, params.id, { body, parts }),
  )
  serve(app, api.deleteItem, ({ deps, viewer, params, query }) => deleteItem(deps, viewer, params.id, query))
  serve(app, api.approveItem, ({ deps, viewer, body }) => approveItem(deps, viewer, body))
  serve(app, api.favorItem, ({ deps, viewer, params, body }) =>
    favorItem(deps, viewer, params.id, body?.favorite),
  )
  serve(app, searches.listSavedSearches, ({ db, viewer }) => listSavedSearches(db, viewer))
  serve(app, searches.saveSearch, ({ deps, viewer, body }) => saveSearch(deps, viewer, body))
  serve(app, searches.deleteSavedSearch, ({ deps, viewer, params }) =>
    deleteSavedSearch(deps, viewer, params.id),
  )
}
