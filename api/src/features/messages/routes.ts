import * as api from '@rootsquare/contract/messages'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { listReceived, listSent } from './message-lists.ts'
import { serveLive } from './live/live.ts'
import { readMessage, readThread } from './read-messages.ts'
import { createMessage } from './send-message.ts'
import { takeBackMessage } from './take-back.ts'
import { getThread, listThreads } from './threads.ts'
import { countUnread } from './unread-senders.ts'
import { askPresence, sendTyping } from './live/signals.ts'

export function messageRoutes(app: RouteContext): void {
  serve(app, api.createMessage, { checksSession: true }, ({ deps, viewer, body }) =>
    createMessage(deps, viewer, body),
  )
  serve(app, api.listReceived, ({ deps, db, viewer, query }) => listReceived({ ...deps, db }, viewer, query))
  serve(app, api.listSent, ({ deps, db, viewer, query }) => listSent({ ...deps, db }, viewer, query))
  serve(app, api.listThreads, ({ db, viewer, query }) => listThreads(db, viewer, query))
  serve(app, api.getThread, ({ deps, db, viewer, params, query }) =>
    getThread({ ...deps, db }, viewer, params.userId, query),
  )
  serve(app, api.readMessage, { checksSession: true }, ({ deps, viewer, params }) =>
    readMessage(deps, viewer, params.chatId),
  )
  serve(app, api.readThread, { checksSession: true }, ({ deps, viewer, params, body }) =>
    readThread(deps, viewer, params.userId, body?.upTo),
  )
  serve(app, api.takeBackMessage, ({ deps, viewer, params }) => takeBackMessage(deps, viewer, params.chatId))
  serve(app, api.sendTyping, { writesNothing: true }, ({ deps, viewer, params }) =>
    sendTyping(deps, viewer, params.userId),
  )
  serve(app, api.askPresence, { writesNothing: true }, ({ deps, viewer, params }) =>
    askPresence(deps, viewer, params.userId),
  )
  serve(app, api.countUnread, ({ db, viewer }) => countUnread(db, viewer.id))
  serveLive(app)
}
