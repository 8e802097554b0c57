import { members } from './row.ts'
import type { Row } from './row.ts'

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
]
