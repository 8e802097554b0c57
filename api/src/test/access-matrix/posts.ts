import {
  asPosts,
  asProfiles,
  atGroup,
  atPost,
  editors,
  everyone,
  forMembers,
  hidden,
  hiddenFromTheBlocked,
  members,
  noMember,
  ofOwner,
  outsiders,
  staff,
} from './row.ts'
import type { Row } from './row.ts'

const content = { caption: 'New yam festival', location: 'Nsukka' }
const comment = { comments: 'Well said' }

export const postRows: Row[] = [
  { call: 'POST /post/user/create', answers: { any: members }, request: () => ({ body: content }) },
  {
    call: 'POST /post/group/:groupId/create',
    answers: { own: members, foreign: outsiders },
    request: ({ group }) => ({ at: { groupId: group }, body: content }),
  },
  { call: 'GET /post/user/post/feed', answers: { any: members } },
  {
    call: 'GET /post/user/post/feed/new',
    answers: { any: members },
    request: () => ({ query: { cursor: '0.0' } }),
  },
  { call: 'GET /groups/posts/:id', answers: forMembers, request: atGroup },
  { call: 'GET /user/posts', answers: asProfiles, request: ofOwner },
  {
    call: 'GET /post/fetch/:id',
    // Locked-out members read as anonymous ones, who cannot be blocked. Nobody reads posts of banned members.
    answers: {
      own: '200 200 200 200 200 200 200 200 404 200',
      foreign: everyone,
      blocker: '200 200 404 404 404 -   -   200 200 404',
      banned: '404 404 404 404 404 404 404 404 404 404',
    },
    request: atPost,
  },
  {
    call: 'PUT /post/update/:id',
    what: 'of one’s own page',
    answers: { own: members, foreign: noMember, blocker: hiddenFromTheBlocked, banned: hidden },
    request: async ({ owner, post }) => ({ at: { id: await post(owner) }, body: content }),
  },
  {
    call: 'PUT /post/update/:id',
    what: 'in a group',
    answers: { own: members, foreign: noMember },
    request: async ({ owner, here, post }) => ({ at: { id: await post(owner, here) }, body: content }),
  },
  {
    call: 'DELETE /post/delete/:id',
    what: 'of one’s own page',
    answers: { own: members, foreign: staff, blocker: hiddenFromTheBlocked, banned: hidden, admin: staff },
    request: atPost,
  },
  {
    call: 'DELETE /post/delete/:id',
    what: 'in a group',
    answers: { own: members, foreign: editors, admin: editors },
    request: async ({ owner, here, post }) => ({ at: { id: await post(owner, here) } }),
  },
  {
    call: 'POST /post/like/:id',
    answers: asPosts,
    request: async ({ owner, post }) => ({ at: { id: await post(owner) }, body: { liked: true } }),
  },
  {
    call: 'POST /post/bookmark/:id',
    answers: asPosts,
    request: async ({ owner, post }) => ({ at: { id: await post(owner) }, body: { saved: true } }),
  },
  { call: 'GET /post/bookmarks', answers: { any: members } },
  { call: 'GET /post/tag/:tag', answers: { any: members }, request: () => ({ at: { tag: 'newyam' } }) },
  { call: 'GET /tags/popular', answers: { any: members } },
]

export const commentRows: Row[] = [
  { call: 'GET /post/comments/:id', answers: asPosts, request: atPost },
  {
    call: 'GET /post/comments/:id/thread/:commentId',
    answers: asPosts,
    request: async ({ owner, post, commentOn }) => {
      const id = await post(owner)
      return { at: { id, commentId: await commentOn(owner, id) } }
    },
  },
  {
    call: 'POST /post/comments/:id/create',
    answers: asPosts,
    request: async ({ owner, post }) => ({ at: { id: await post(owner) }, body: comment }),
  },
  {
    call: 'POST /post/comments/like/:commentId',
    answers: asPosts,
    request: async ({ owner, comment: write }) => ({
      at: { commentId: await write(owner) },
      body: { liked: true },
    }),
  },
  {
    call: 'PUT /post/comments/update/:commentId',
    what: 'on a page',
    answers: { own: members, foreign: noMember, blocker: hiddenFromTheBlocked, banned: hidden },
    request: async ({ owner, comment: write }) => ({ at: { commentId: await write(owner) }, body: comment }),
  },
  {
    call: 'PUT /post/comments/update/:commentId',
    what: 'in a group',
    answers: { own: members, foreign: noMember },
    request: async ({ owner, here, comment: write }) => ({
      at: { commentId: await write(owner, here) },
      body: comment,
    }),
  },
  {
    call: 'DELETE /post/comments/delete/:commentId',
    what: 'on a page',
    answers: { own: members, foreign: staff, blocker: hiddenFromTheBlocked, banned: hidden },
    request: async ({ owner, comment: write }) => ({ at: { commentId: await write(owner) } }),
  },
  {
    call: 'DELETE /post/comments/delete/:commentId',
    what: 'in a group',
    answers: { own: members, foreign: editors, admin: editors },
    request: async ({ owner, here, comment: write }) => ({ at: { commentId: await write(owner, here) } }),
  },
]
