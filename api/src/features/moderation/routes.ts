import * as api from '@rootsquare/contract/moderation'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { listAudit } from './audit.ts'
import { banUser } from './ban.ts'
import { createAdmin } from './create-admin.ts'
import { countQueues } from './queues.ts'
import { suspendUser, unsuspendUser } from './suspend.ts'
import { listSuspended } from './suspended.ts'
import { listUsers } from './users.ts'

export function moderationRoutes(app: RouteContext): void {
  serve(app, api.listUsers, ({ deps, viewer, query }) => listUsers(deps, viewer, query))
  serve(app, api.listSuspended, ({ deps, viewer, query }) => listSuspended(deps, viewer, query))
  serve(app, api.createAdmin, ({ deps, viewer, body }) => createAdmin(deps, viewer, body))
  serve(app, api.suspendUser, ({ deps, viewer, query }) => suspendUser(deps, viewer, query))
  serve(app, api.banUser, ({ deps, viewer, query }) => banUser(deps, viewer, query))
  serve(app, api.unsuspendUser, ({ deps, viewer, query }) => unsuspendUser(deps, viewer, query))
  serve(app, api.countQueues, ({ db, viewer }) => countQueues(db, viewer))
  serve(app, api.listAudit, ({ db, query }) => listAudit(db, query))
}
