import * as api from '@rootsquare/contract/market'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { approveItem } from './approve-item.ts'
import { createGenre } from './create-genre.ts'
import { createItem } from './create-item.ts'
import { deleteItem } from './delete-item.ts'
import { favorItem } from './favor-item.ts'
import { listGenres } from './genres.ts'
import { changeItemImage } from './item-image.ts'
import { getItem } from './item-rows.ts'
import { listAllItems, listItems } from './items.ts'
import { updateItem } from './update-item.ts'

export function marketRoutes(house: House): void {
  serve(house, api.listGenres, ({ db }) => listGenres(db))
  serve(house, api.listItems, ({ deps, viewer, query }) => listItems(deps, viewer, query))
  serve(house, api.listAllItems, ({ deps, viewer, query }) => listAllItems(deps, viewer, query))
  serve(house, api.getItem, ({ deps, viewer, params }) => getItem(deps, viewer, params.id))
  serve(house, api.createGenre, ({ deps, viewer, body }) => createGenre(deps, viewer, body))
  serve(house, api.createItem, ({ deps, viewer, body }) => createItem(deps, viewer, body))
  serve(house, api.updateItem, ({ deps, viewer, params, body }) => updateItem(deps, viewer, params.id, body))
  serve(house, api.changeItemImage, ({ deps, viewer, params, body, parts }) =>
    changeItemImage(deps, viewer, params.id, { body, parts }),
  )
  serve(house, api.deleteItem, ({ deps, viewer, params }) => deleteItem(deps, viewer, params.id))
  serve(house, api.approveItem, ({ deps, viewer, body }) => approveItem(deps, viewer, body))
  serve(house, api.favorItem, ({ deps, viewer, params }) => favorItem(deps, viewer, params.id))
}
