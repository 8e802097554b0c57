import * as api from '@rootsquare/contract/uploads'
import { serveTus } from '#api/http/serve/serve-tus.ts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { cancelUpload, continueUpload, createUpload, findUpload } from './resumable/resumable.ts'
import { uploadMedia } from './upload.ts'

export function uploadRoutes(app: RouteContext): void {
  serve(app, api.uploadMedia, ({ deps, viewer, parts }) => uploadMedia(deps, viewer, parts))
  serveTus(app, api.createUpload, ({ deps, viewer, headers }) => createUpload(deps, viewer, headers))
  serveTus(app, api.findUpload, ({ deps, viewer, id }) => findUpload(deps, viewer, id))
  serveTus(app, api.continueUpload, ({ deps, viewer, id, ...part }) => continueUpload(deps, viewer, id, part))
  serveTus(app, api.cancelUpload, ({ deps, viewer, id }) => cancelUpload(deps, viewer, id))
}
