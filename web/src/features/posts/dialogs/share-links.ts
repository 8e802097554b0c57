import type { Post } from '@rootsquare/contract/posts'
import { linkOf, shareText } from '#web/entities/posts/post-link.ts'

type ShareLink = { name: string; badge: string; href: string }

/** Addresses that open the other side's own form, with the link in it. */
export function shareLinks(post: Pick<Post, 'id' | 'firstname' | 'lastname'>): ShareLink[] {
  const url = encodeURIComponent(linkOf(post))
  const text = encodeURIComponent(shareText(post))
  return [
    { name: 'X', badge: '𝕏', href: `https://x.com/intent/post?url=${url}&text=${text}` },
    { name: 'WhatsApp', badge: 'W', href: `https://wa.me/?text=${text}%20${url}` },
    { name: 'Facebook', badge: 'f', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
  ]
}
