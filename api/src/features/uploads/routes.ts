import * as api from '@rootsquare/contract/uploads'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { uploadMedia } from './upload.ts'

export function uploadRoutes(app: RouteContext): void {
  serve(app, api.uploadMedia, ({ deps, viewer, parts }) => uploadMedia(deps, viewer, parts))
}
