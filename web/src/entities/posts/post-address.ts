import type { Post } from '@rootsquare/contract/posts'

const longestTitle = 60

/** Returns the number in `/post/42`; null if it cannot be the id of a post. */
export function postIdIn(id: string | undefined): number | null {
  const postId = Number(id)
  return Number.isSafeInteger(postId) && postId >= 1 ? postId : null
}

/** Returns '{Name}: {beginning of the caption}…', cut between words. */
export function postTitle(post: Pick<Post, 'firstname' | 'lastname' | 'caption'> | undefined): string {
  if (post === undefined) return 'Post'
  const text = post.caption.replaceAll(/\s+/g, ' ').trim()
  const characters = [...text]
  const cut = characters.slice(0, longestTitle).join('')
  const begin = characters.length <= longestTitle ? text : `${cut.replace(/\s\S*$/u, '')}…`
  return `${post.firstname} ${post.lastname}: ${begin}`
}
