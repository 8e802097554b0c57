import { everyone, members, type Row } from './row.ts'

const keys = {
  p256dh: 'BIaSld5YDY9c22Qs_9qKWi_nmd8g1ukDfnW-xhL3rRScfPvXILCExIiMNgWbujAnq5y-khbrfZfy00THP17N8A4',
  auth: 'c2l4dGVlbiBieXRlcyAhIQ',
}

export const notificationRows: Row[] = [
  { call: 'GET /notifications', answers: { any: members } },
  { call: 'GET /notifications/unread', answers: { any: members } },
  { call: 'PATCH /notifications/read', answers: { any: members }, request: () => ({ body: {} }) },
  { call: 'GET /notifications/settings', answers: { any: members } },
  {
    call: 'PUT /notifications/settings',
    answers: { any: members },
    request: () => ({ body: { kinds: { LIKE: { push: false } } } }),
  },
  {
    call: 'POST /push/subscription',
    answers: { any: members },
    request: ({ me }) => ({ body: { endpoint: `https://push.example.com/send/${me.id}`, keys } }),
  },
  {
    call: 'DELETE /push/subscription',
    answers: { any: members },
    request: ({ me }) => ({ body: { endpoint: `https://push.example.com/send/${me.id}` } }),
  },
  {
    call: 'POST /notifications/unsubscribe',
    answers: { any: everyone },
    request: ({ me, unsubscribeToken }) => ({ query: { token: unsubscribeToken(me) } }),
  },
]
