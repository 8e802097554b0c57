import * as api from '@rootsquare/contract/messages'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { listReceived, listSent } from './lists.ts'
import { serveLive } from './live.ts'
import { readMessage, readThread } from './read.ts'
import { createMessage } from './send-message.ts'
import { getThread, listThreads } from './threads.ts'
import { countUnread } from './unread.ts'

export function messageRoutes(house: House): void {
  serve(house, api.createMessage, ({ deps, viewer, body }) => createMessage(deps, viewer, body))
  serve(house, api.listReceived, ({ db, viewer, query }) => listReceived(db, viewer, query))
  serve(house, api.listSent, ({ db, viewer, query }) => listSent(db, viewer, query))
  serve(house, api.listThreads, ({ db, viewer, query }) => listThreads(db, viewer, query))
  serve(house, api.getThread, ({ db, viewer, params, query }) => getThread(db, viewer, params.userId, query))
  serve(house, api.readMessage, ({ deps, viewer, params }) => readMessage(deps, viewer, params.chatId))
  serve(house, api.readThread, ({ deps, viewer, params, body }) =>
    readThread(deps, viewer, params.userId, body?.upTo),
  )
  serve(house, api.countUnread, ({ db, viewer }) => countUnread(db, viewer.id))
  serveLive(house)
}
