import type { Post } from '@rootsquare/contract/posts'
import { brand } from '@rootsquare/contract/product'
import { nameOf } from '#web/lib/format/names.ts'

/** The hash that leads to the field for a comment; also that field's id. */
export const commentField = 'comment'

/** The button's part in the shortcuts, so that whoever listens for the key finds it in the post. */
export type Deed = 'like' | 'comment' | 'share'

export function linkOf({ id }: Pick<Post, 'id'>): string {
  return `${location.origin}/post/${id}`
}

/** Said beside the link where it is pasted. */
export function shareWords(post: Pick<Post, 'firstname' | 'lastname'>): string {
  return `${nameOf(post)} on ${brand}`
}
