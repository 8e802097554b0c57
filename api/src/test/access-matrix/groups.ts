import {
  asProfiles,
  atGroup,
  editors,
  everyone,
  forEveryone,
  forMembers,
  members,
  ofOwner,
  outsiders,
  staff,
} from './row.ts'
import type { Row } from './row.ts'

const content = { name: 'Diet', detail: 'What we eat', description: 'Pounded yam and egusi' }

export const groupRows: Row[] = [
  { call: 'GET /groups', answers: { any: everyone } },
  { call: 'GET /groups/:id', answers: forEveryone, request: atGroup },
  { call: 'GET /user/group-list', answers: asProfiles, request: ofOwner },
  { call: 'GET /groups/suggestions', answers: { any: members } },
  {
    call: 'POST /groups/create',
    answers: { any: staff },
    request: ({ me }) => ({ body: { name: `The people of ${me.username}`, description: 'By the river' } }),
  },
  { call: 'POST /groups/join/:id', answers: forMembers, request: atGroup },
  { call: 'DELETE /groups/exit/:id', answers: forMembers, request: atGroup },
  { call: 'GET /groups/group-user/:id', answers: forMembers, request: atGroup },
  { call: 'GET /groups/members/:id', answers: forMembers, request: atGroup },
  {
    call: 'POST /user/admin/moderator/create',
    answers: { own: staff, foreign: staff },
    request: ({ here, owner }) => ({ body: { groupId: here, userId: owner.id } }),
  },
  {
    call: 'DELETE /user/admin/moderator/:groupId/:userId',
    answers: { own: staff, foreign: staff },
    request: async ({ here, owner, appoint }) => {
      await appoint(owner)
      return { at: { groupId: here, userId: owner.id } }
    },
  },
]

export const sectionRows: Row[] = [
  { call: 'GET /groups/page/:id', answers: forEveryone, request: atGroup },
  {
    call: 'POST /groups/:groupId/page/create',
    answers: { own: editors, foreign: staff },
    request: ({ group }) => ({ at: { groupId: group }, body: content }),
  },
  {
    call: 'GET /groups/:id/page/:name/history',
    answers: { own: editors, foreign: staff },
    request: ({ group }) => ({ at: { id: group, name: 'Diet' } }),
  },
  {
    call: 'POST /groups/:id/page/:name/restore',
    answers: { own: editors, foreign: staff },
    request: async ({ group, version }) => ({
      at: { id: group, name: 'Diet' },
      body: { versionId: await version(group) },
    }),
  },
  {
    call: 'POST /groups/:id/page/propose',
    answers: { own: members, foreign: outsiders },
    request: ({ group }) => ({ at: { id: group }, body: content }),
  },
  {
    call: 'GET /groups/proposals',
    answers: forMembers,
    request: ({ group }) => ({ query: { groupId: group } }),
  },
  {
    call: 'PATCH /groups/proposals/:id',
    what: 'accepted',
    answers: {
      own: editors,
      // A moderator of another group gets a 404.
      foreign: '401 401 403 200 404 200 200 sus ban 403',
    },
    request: async ({ owner, proposal }) => ({
      at: { id: await proposal(owner) },
      body: { state: 'ACCEPTED' },
    }),
  },
  {
    call: 'PATCH /groups/proposals/:id',
    what: 'declined',
    answers: { own: editors, foreign: '401 401 403 200 404 200 200 sus ban 403' },
    request: async ({ owner, proposal }) => ({
      at: { id: await proposal(owner) },
      body: { state: 'DECLINED', reason: 'Please name a source' },
    }),
  },
]
