import * as api from '@rootsquare/contract/notifications'
import { serve } from '#api/http/serve/serve.ts'
import type { RouteContext } from '#api/http/serve/serve.ts'
import { listNotifications } from './list-notifications.ts'
import { readNotifications } from './read-notifications.ts'
import { getNotificationSettings, updateNotificationSettings } from './settings.ts'
import { countNotifications } from './unread.ts'

export function notificationRoutes(app: RouteContext): void {
  serve(app, api.listNotifications, ({ db, viewer, query }) => listNotifications(db, viewer, query))
  serve(app, api.countNotifications, ({ db, viewer }) => countNotifications(db, viewer.id))
  serve(app, api.readNotifications, ({ deps, viewer, body }) => readNotifications(deps, viewer, body?.ids))
  serve(app, api.getNotificationSettings, ({ db, viewer }) => getNotificationSettings(db, viewer))
  serve(app, api.updateNotificationSettings, ({ db, viewer, body }) =>
    updateNotificationSettings(db, viewer, body),
  )
}
