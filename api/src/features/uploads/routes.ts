import * as api from '@rootsquare/contract/uploads'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { uploadMedia } from './upload.ts'

export function uploadRoutes(house: House): void {
  serve(house, api.uploadMedia, ({ deps, viewer, parts }) => uploadMedia(deps, viewer, parts))
}
