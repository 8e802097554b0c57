import * as api from '@rootsquare/contract/uploads'
import { serve } from '#api/http/serve/serve.ts'
import type { RouteContext } from '#api/http/serve/serve.ts'
import { uploadMedia } from './upload.ts'

export function uploadRoutes(app: RouteContext): void {
  serve(app, api.uploadMedia, ({ deps, viewer, parts }) => uploadMedia(deps, viewer, parts))
}
