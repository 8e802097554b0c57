import type { TestApp } from '#api/test/test-app.ts'

type Signed = { token: string }
type One = { id: number }
type More = Record<string, string | number>

export const suspend = (app: TestApp, { token }: Signed, { id }: One, more: More = {}) =>
  app.call('POST', '/user/admin/suspend-user', {
    token,
    query: { userId: id, days: 1, reasonForSuspension: 'Sold a goat twice', ...more },
  })

export const ban = (app: TestApp, { token }: Signed, { id }: One, more: More = {}) =>
  app.call('POST', '/user/admin/ban-user', {
    token,
    query: { userId: id, reasonForBan: 'Sold a goat thrice', ...more },
  })

export const unsuspend = (app: TestApp, { token }: Signed, { id }: One, more: More = {}) =>
  app.call('POST', '/user/admin/unsuspend-user', {
    token,
    query: { userId: id, reasonForUnSuspending: 'It was another goat', ...more },
  })

export const reportThing = (app: TestApp, { token }: Signed, target: object) =>
  app.call('POST', '/messaging/create', {
    token,
    body: { eventType: 'REPORT', reason: 'Sells what is not theirs', ...target },
  })
