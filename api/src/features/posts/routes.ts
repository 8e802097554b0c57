import * as api from '@rootsquare/contract/posts'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { deletePost, updatePost } from './change-post.ts'
import { addComment, deleteComment, listComments, updateComment } from './comments.ts'
import { countNewPosts, groupFeed, homeFeed, memberPosts } from './feed.ts'
import { likePost } from './likes.ts'
import { requirePost } from './post-rows.ts'
import { createGroupPost, createPost } from './write-post.ts'

export function postRoutes(house: House): void {
  serve(house, api.createPost, ({ deps, viewer, body }) => createPost(deps, viewer, body))
  serve(house, api.createGroupPost, ({ deps, viewer, params, body }) =>
    createGroupPost(deps, viewer, params.groupId, body),
  )
  serve(house, api.homeFeed, ({ deps, viewer, query }) => homeFeed(deps, viewer, query))
  serve(house, api.countNewPosts, ({ deps, viewer, query }) => countNewPosts(deps, viewer, query.cursor))
  serve(house, api.groupFeed, ({ deps, viewer, params, query }) => groupFeed(deps, viewer, params.id, query))
  serve(house, api.memberPosts, ({ deps, viewer, query }) => memberPosts(deps, viewer, query))
  serve(house, api.getPost, ({ db, viewer, params }) => requirePost(db, viewer, params.id))
  serve(house, api.updatePost, ({ deps, viewer, params, body }) => updatePost(deps, viewer, params.id, body))
  serve(house, api.deletePost, ({ deps, viewer, params }) => deletePost(deps, viewer, params.id))
  serve(house, api.likePost, ({ deps, viewer, params, body }) =>
    likePost(deps, viewer, params.id, body?.liked),
  )
  serve(house, api.listComments, ({ db, viewer, params, query }) =>
    listComments(db, viewer, params.id, query),
  )
  serve(house, api.addComment, ({ deps, viewer, params, body }) =>
    addComment(deps, viewer, params.id, body.comments),
  )
  serve(house, api.updateComment, ({ deps, viewer, params, body }) =>
    updateComment(deps, viewer, params.commentId, body.comments),
  )
  serve(house, api.deleteComment, ({ deps, viewer, params }) => deleteComment(deps, viewer, params.commentId))
}
