import * as api from '@rootsquare/contract/sections'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { getGroupPage } from './group-page.ts'

export function sectionRoutes(house: House): void {
  serve(house, api.getGroupPage, ({ db, params }) => getGroupPage(db, params.id))
}
