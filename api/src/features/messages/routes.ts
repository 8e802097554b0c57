import * as api from '@rootsquare/contract/messages'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { listReceived, listSent } from './message-lists.ts'
import { serveLive } from './live/live.ts'
import { readMessage, readConversation } from './read-messages.ts'
import { createMessage } from './send-message.ts'
import { takeBackMessage } from './take-back.ts'
import { getConversation, listConversations } from './conversations.ts'
import { countUnread } from './unread-senders.ts'
import { askPresence, sendTyping } from './live/signals.ts'

export function messageRoutes(app: RouteContext): void {
  serve(app, api.createMessage, { checksSession: true }, ({ deps, viewer, body }) =>
    createMessage(deps, viewer, body),
  )
  serve(app, api.listReceived, ({ deps, db, viewer, query }) => listReceived({ ...deps, db }, viewer, query))
  serve(app, api.listSent, ({ deps, db, viewer, query }) => listSent({ ...deps, db }, viewer, query))
  serve(app, api.listConversations, ({ db, viewer, query }) => listConversations(db, viewer, query))
  serve(app, api.getConversation, ({ deps, db, viewer, params, query }) =>
    getConversation({ ...deps, db }, viewer, params.userId, query),
  )
  serve(app, api.readMessage, { checksSession: true }, ({ deps, viewer, params }) =>
    readMessage(deps, viewer, params.chatId),
  )
  serve(app, api.readConversation, { checksSession: true }, ({ deps, viewer, params, body }) =>
    readConversation(deps, viewer, params.userId, body?.upTo),
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
