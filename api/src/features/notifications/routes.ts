import * as api from '@rootsquare/contract/notifications'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { unsubscribe } from './digest/unsubscribe.ts'
import { listNotifications } from './list-notifications.ts'
import { addPushSubscription, removePushSubscription } from './push/subscriptions.ts'
import { readNotifications } from './read-notifications.ts'
import { getNotificationSettings, updateNotificationSettings } from './settings.ts'
import { countNotifications } from './unread-notifications.ts'

export function notificationRoutes(app: RouteContext): void {
  serve(app, api.listNotifications, ({ db, viewer, query }) => listNotifications(db, viewer, query))
  serve(app, api.countNotifications, ({ db, viewer }) => countNotifications(db, viewer.id))
  serve(app, api.readNotifications, ({ deps, viewer, body }) => readNotifications(deps, viewer, body?.ids))
  serve(app, api.getNotificationSettings, ({ db, viewer }) => getNotificationSettings(db, viewer))
  serve(app, api.updateNotificationSettings, ({ db, viewer, body }) =>
    updateNotificationSettings(db, viewer, body),
  )
  serve(app, api.addPushSubscription, ({ deps, viewer, body }) => addPushSubscription(deps, viewer, body))
  serve(app, api.removePushSubscription, ({ db, viewer, body }) =>
    removePushSubscription(db, viewer, body.endpoint),
  )
  serve(app, api.unsubscribe, ({ deps, query }) => unsubscribe(deps, query.token))
}
