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
  row,
  staff,
  withBody,
  type Row,
  type Fixture,
} from './row.ts'

const content = { name: 'Diet', detail: 'What we eat', description: 'Pounded yam and egusi' }

/** A moderator of another group gets a 404. */
const deciders = { own: editors, foreign: '401 401 403 200 404 200 200 sus ban 403' }
const proposed = async ({ owner, proposal }: Fixture) => ({ at: { id: await proposal(owner) } })

export const groupRows: Row[] = [
  row('GET /groups', { any: everyone }),
  row('GET /groups/:id', forEveryone, atGroup),
  row('GET /user/group-list', asProfiles, ofOwner),
  row('GET /groups/suggestions', { any: members }),
  row('POST /groups/create', { any: staff }, ({ me }) => ({
    body: { name: `The people of ${me.username}`, description: 'By the river' },
  })),
  row('GET /groups/named', { any: staff }),
  row('POST /groups/named/:id', { own: staff, foreign: staff }, async ({ owner, here, namedGroup }) => ({
    at: { id: await namedGroup(owner) },
    body: { groupId: here },
  })),
  row('POST /groups/join/:id', forMembers, atGroup),
  row('DELETE /groups/exit/:id', forMembers, atGroup),
  row('GET /groups/group-user/:id', forMembers, atGroup),
  row('GET /groups/members/:id', forMembers, atGroup),
  row('POST /user/admin/moderator/create', { own: staff, foreign: staff }, ({ here, owner }) => ({
    body: { groupId: here, userId: owner.id },
  })),
  row(
    'DELETE /user/admin/moderator/:groupId/:userId',
    { own: staff, foreign: staff },
    async ({ here, owner, appoint }) => {
      await appoint(owner)
      return { at: { groupId: here, userId: owner.id } }
    },
  ),
]

export const sectionRows: Row[] = [
  row('GET /groups/page/:id', forEveryone, atGroup),
  row('POST /groups/:groupId/page/create', { own: editors, foreign: staff }, ({ group }) => ({
    at: { groupId: group },
    body: content,
  })),
  row('GET /groups/:id/page/:name/history', { own: editors, foreign: staff }, ({ group }) => ({
    at: { id: group, name: 'Diet' },
  })),
  row(
    'POST /groups/:id/page/:name/restore',
    { own: editors, foreign: staff },
    async ({ group, version }) => ({
      at: { id: group, name: 'Diet' },
      body: { versionId: await version(group) },
    }),
  ),
  row('POST /groups/:id/page/propose', { own: members, foreign: outsiders }, withBody(atGroup, content)),
  row('GET /groups/proposals', forMembers, ({ group }) => ({ query: { groupId: group } })),
  row('PATCH /groups/proposals/:id, accepted', deciders, withBody(proposed, { state: 'ACCEPTED' })),
  row(
    'PATCH /groups/proposals/:id, declined',
    deciders,
    withBody(proposed, { state: 'DECLINED', reason: 'Please name a source' }),
  ),
]
