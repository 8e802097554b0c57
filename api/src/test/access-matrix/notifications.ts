import { everyone, members, row, type Row } from './row.ts'

const keys = {
  p256dh: 'BIaSld5YDY9c22Qs_9qKWi_nmd8g1ukDfnW-xhL3rRScfPvXILCExIiMNgWbujAnq5y-khbrfZfy00THP17N8A4',
  auth: 'c2l4dGVlbiBieXRlcyAhIQ',
}

export const notificationRows: Row[] = [
  row('GET /notifications', { any: members }),
  row('GET /notifications/unread', { any: members }),
  row('PATCH /notifications/read', { any: members }, () => ({ body: {} })),
  row('GET /notifications/settings', { any: members }),
  row('PUT /notifications/settings', { any: members }, () => ({
    body: { kinds: { LIKE: { push: false } } },
  })),
  row('POST /push/subscription', { any: members }, ({ me }) => ({
    body: { endpoint: `https://push.example.com/send/${me.id}`, keys },
  })),
  row('DELETE /push/subscription', { any: members }, ({ me }) => ({
    body: { endpoint: `https://push.example.com/send/${me.id}` },
  })),
  row('POST /notifications/unsubscribe', { any: everyone }, ({ me, unsubscribeToken }) => ({
    query: { token: unsubscribeToken(me) },
  })),
]
