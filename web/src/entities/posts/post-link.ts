import type { Post } from '@rootsquare/contract/posts'

/** The hash that leads to the comment field, and the id of that field. */
export const commentFieldId = 'comment'

/** The hash that leads to the comments of a post. No element has this id, since the page scrolls there itself. */
export const commentsHash = 'comments'

/** The value of `data-post-action`, by which the keyboard shortcuts find a button of a post. */
export type PostAction = 'like' | 'comment' | 'share'

export function postLink({ id }: Pick<Post, 'id'>): string {
  return `${location.origin}/post/${id}`
}
