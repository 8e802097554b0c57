import * as lists from '@rootsquare/contract/post-lists'
import * as comments from '@rootsquare/contract/comments'
import * as api from '@rootsquare/contract/posts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { deletePost, updatePost } from './change-post.ts'
import {
  addComment,
  deleteComment,
  findCommentThread,
  listComments,
  updateComment,
} from '#api/features/posts/comments/comments.ts'
import { countNewPosts, groupFeed, homeFeed, memberPosts } from '#api/features/posts/feed/feed.ts'
import { openPostTexts } from '#api/features/posts/feed/post-texts.ts'
import { likeComment } from '#api/features/posts/likes/comment-likes.ts'
import { likePost } from '#api/features/posts/likes/likes.ts'
import { bookmarkPost, listBookmarks } from '#api/features/posts/lists/bookmarks.ts'
import { listPopularTags, listTagPosts } from '#api/features/posts/lists/tags.ts'
import { requirePost } from './post-rows.ts'
import { createGroupPost, createPost } from './write-post.ts'

export function postRoutes(app: RouteContext): void {
  const texts = openPostTexts()
  serve(app, api.createPost, ({ deps, viewer, body }) => createPost(deps, viewer, body))
  serve(app, api.createGroupPost, ({ deps, viewer, params, body }) =>
    createGroupPost(deps, viewer, params.groupId, body),
  )
  serve(app, api.homeFeed, ({ deps, viewer, query }) => homeFeed({ ...deps, texts }, viewer, query))
  serve(app, api.countNewPosts, { shed: 'first' }, ({ deps, viewer, query }) =>
    countNewPosts(deps, viewer, query.cursor),
  )
  serve(app, api.groupFeed, { mayLag: true }, ({ deps, viewer, params, query }) =>
    groupFeed(deps, viewer, params.id, query),
  )
  serve(app, api.memberPosts, { mayLag: 'others' }, ({ deps, viewer, query }) =>
    memberPosts(deps, viewer, query),
  )
  serve(app, api.getPost, { mayLag: 'visitors' }, ({ db, viewer, params }) =>
    requirePost(db, viewer, params.id),
  )
  serve(app, api.updatePost, ({ deps, viewer, params, body }) => updatePost(deps, viewer, params.id, body))
  serve(app, api.deletePost, ({ deps, viewer, params, query }) => deletePost(deps, viewer, params.id, query))
  serve(app, api.likePost, { checksSession: true }, ({ deps, viewer, params, body }) =>
    likePost(deps, viewer, params.id, body?.liked),
  )
  commentRoutes(app)
  serve(app, lists.bookmarkPost, ({ deps, viewer, params, body }) =>
    bookmarkPost(deps, viewer, params.id, body.saved),
  )
  serve(app, lists.listBookmarks, ({ db, viewer, query }) => listBookmarks(db, viewer, query))
  serve(app, lists.listTagPosts, { mayLag: true }, ({ db, viewer, params, query }) =>
    listTagPosts(db, viewer, params.tag, query),
  )
  serve(app, lists.listPopularTags, { mayLag: true, shed: 'first' }, ({ deps }) => listPopularTags(deps))
}

function commentRoutes(app: RouteContext): void {
  serve(app, comments.listComments, ({ db, viewer, params, query }) =>
    listComments(db, viewer, params.id, query),
  )
  serve(app, comments.findCommentThread, ({ db, viewer, params }) =>
    findCommentThread(db, viewer, params.id, params.commentId),
  )
  serve(app, comments.addComment, { checksSession: true }, ({ deps, viewer, params, body }) =>
    addComment(deps, viewer, params.id, body),
  )
  serve(app, comments.updateComment, ({ deps, viewer, params, body }) =>
    updateComment(deps, viewer, params.commentId, body.comments),
  )
  serve(app, comments.deleteComment, ({ deps, viewer, params, query }) =>
    deleteComment(deps, viewer, params.commentId, query),
  )
  serve(app, comments.likeComment, { checksSession: true }, ({ deps, viewer, params, body }) =>
    likeComment(deps, viewer, params.commentId, body.liked),
  )
}
