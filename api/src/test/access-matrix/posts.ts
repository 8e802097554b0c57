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
  row,
  staff,
  withBody,
  type Row,
  type Fixture,
} from './row.ts'

const content = { caption: 'New yam festival', location: 'Nsukka' }
const words = { comments: 'Well said' }
const onlyAuthor = { own: members, foreign: noMember }
const authorsOnPage = { ...onlyAuthor, blocker: hiddenFromTheBlocked, banned: hidden }
const alsoEditors = { own: members, foreign: editors, admin: editors }

const atGroupPost = async ({ owner, here, post }: Fixture) => ({ at: { id: await post(owner, here) } })
const atComment = async ({ owner, comment }: Fixture) => ({ at: { commentId: await comment(owner) } })
const atGroupComment = async ({ owner, here, comment }: Fixture) => ({
  at: { commentId: await comment(owner, here) },
})

export const postRows: Row[] = [
  row('POST /post/user/create', { any: members }, () => ({ body: content })),
  row('POST /post/group/:groupId/create', { own: members, foreign: outsiders }, ({ group }) => ({
    at: { groupId: group },
    body: content,
  })),
  row('GET /post/user/post/feed', { any: members }),
  row('GET /post/user/post/feed/new', { any: members }, () => ({ query: { cursor: '0.0' } })),
  row('GET /groups/posts/:id', forMembers, atGroup),
  row('GET /user/posts', asProfiles, ofOwner),
  // Locked-out members read as anonymous ones, who cannot be blocked. Nobody reads posts of banned members.
  row(
    'GET /post/fetch/:id',
    {
      own: '200 200 200 200 200 200 200 200 404 200',
      foreign: everyone,
      blocker: '200 200 404 404 404 -   -   200 200 404',
      banned: '404 404 404 404 404 404 404 404 404 404',
    },
    atPost,
  ),
  row('PUT /post/update/:id, of one’s own page', authorsOnPage, withBody(atPost, content)),
  row('PUT /post/update/:id, in a group', onlyAuthor, withBody(atGroupPost, content)),
  row(
    'DELETE /post/delete/:id, of one’s own page',
    { ...authorsOnPage, foreign: staff, admin: staff },
    atPost,
  ),
  row('DELETE /post/delete/:id, in a group', alsoEditors, atGroupPost),
  row('POST /post/like/:id', asPosts, withBody(atPost, { liked: true })),
  row('POST /post/bookmark/:id', asPosts, withBody(atPost, { saved: true })),
  row('GET /post/bookmarks', { any: members }),
  row('GET /post/tag/:tag', { any: members }, () => ({ at: { tag: 'newyam' } })),
  row('GET /tags/popular', { any: members }),
]

export const commentRows: Row[] = [
  row('GET /post/comments/:id', asPosts, atPost),
  row('GET /post/comments/:id/thread/:commentId', asPosts, async ({ owner, post, commentOn }) => {
    const id = await post(owner)
    return { at: { id, commentId: await commentOn(owner, id) } }
  }),
  row('POST /post/comments/:id/create', asPosts, withBody(atPost, words)),
  row('POST /post/comments/like/:commentId', asPosts, withBody(atComment, { liked: true })),
  row('PUT /post/comments/update/:commentId, on a page', authorsOnPage, withBody(atComment, words)),
  row('PUT /post/comments/update/:commentId, in a group', onlyAuthor, withBody(atGroupComment, words)),
  row('DELETE /post/comments/delete/:commentId, on a page', { ...authorsOnPage, foreign: staff }, atComment),
  row('DELETE /post/comments/delete/:commentId, in a group', alsoEditors, atGroupComment),
]
