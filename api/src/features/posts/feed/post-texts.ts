import { CommentContent, PostContent } from '@rootsquare/contract/posts'
import {
  actionsOnComment,
  actionsOnPost,
  commentContentOf,
  contentOf,
  firstCommentOf,
} from '#api/features/posts/post-shapes.ts'
import type { PostFigures, PostRow } from '#api/features/posts/post-shapes.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** The content that is the same for all readers, as JSON without its last brace. */
type ContentText = { version: number; author_id: number; json: string }
/** A post as one reader sees it now, with the stored texts of its content. */
export type PostWithTexts = { figures: PostFigures; post: ContentText; comment: ContentText | null }

/** This is enough for a few tens of thousands of posts. */
const maxCharacters = 32_000_000

/**
 * Stores the JSON of posts and of their first comments on this node, so that each is serialized once and not for every
 * reader. A text is used only for the version that the database has just returned, so it is never outdated.
 */
export function openPostTexts(max = maxCharacters) {
  const [posts, comments] = [boundedTexts(max), boundedTexts(max)]
  return {
    /** Returns undefined if a text is missing or belongs to another version. */
    find(figures: PostFigures): PostWithTexts | undefined {
      const { id, version, first_comment_id: commentId, first_comment_version: commentVersion } = figures
      const post = posts.find(id, version)
      const comment = commentId === null ? null : comments.find(commentId, commentVersion)
      return post && comment !== undefined ? { figures, post, comment } : undefined
    },
    save(row: PostRow): PostWithTexts {
      const post = textOf(row, PostContent.parse(contentOf(row)))
      posts.save(row.id, post)
      const comment = firstCommentText(row)
      if (comment && row.first_comment_id !== null) comments.save(row.first_comment_id, comment)
      return { figures: row, post, comment }
    },
    size: () => posts.size() + comments.size(),
  }
}

export type PostTexts = ReturnType<typeof openPostTexts>

function textOf({ version, author_id }: Omit<ContentText, 'json'>, content: object): ContentText {
  return { version, author_id, json: JSON.stringify(content).slice(0, -1) }
}

function firstCommentText(row: PostRow): ContentText | null {
  const comment = firstCommentOf(row)
  if (comment === null || row.first_comment_version === null) return null
  const { author_id } = comment
  return textOf(
    { version: row.first_comment_version, author_id },
    CommentContent.parse(commentContentOf(comment)),
  )
}

/** Stores texts up to a total length, and drops the oldest beyond it. */
function boundedTexts(max: number) {
  const texts = new Map<number, ContentText>()
  let characters = 0
  function drop(id: number): void {
    characters -= texts.get(id)?.json.length ?? 0
    texts.delete(id)
  }
  return {
    find(id: number, version: number | null): ContentText | undefined {
      const text = texts.get(id)
      return text?.version === version ? text : undefined
    },
    save(id: number, text: ContentText): void {
      drop(id)
      texts.set(id, text)
      characters += text.json.length
      for (const oldest of texts.keys()) {
        if (characters <= max) return
        drop(oldest)
      }
    },
    size: () => characters,
  }
}

/** Writes the same JSON as `shapePost`. */
export function writePost({ figures, post, comment }: PostWithTexts, reader: Viewer): string {
  const { likes_count, is_liked, is_saved, comments_count, is_moderated } = figures
  const mentions = JSON.stringify(figures.mentions ?? [])
  const can = actionsOnPost({ author_id: post.author_id, is_moderated }, reader)
  const comments = comment ? writeComment(comment, figures, reader) : ''
  return `${post.json},"likes":${likes_count},"isPostLikedByUser":${is_liked},"isSavedByUser":${is_saved},"mentions":${mentions},"commentCount":${comments_count},"comments":[${comments}],"can":${JSON.stringify(can)}}`
}

function writeComment({ json, author_id }: ContentText, figures: PostFigures, reader: Viewer): string {
  const { first_reply_count, first_likes_count, first_is_liked, is_moderated } = figures
  const mentions = JSON.stringify(figures.first_mentions ?? [])
  const can = actionsOnComment({ author_id, is_moderated }, reader)
  return `${json},"replyCount":${first_reply_count},"likes":${first_likes_count},"isLikedByUser":${first_is_liked},"mentions":${mentions},"can":${JSON.stringify(can)}}`
}
