import { cartCount } from '#web/entities/cart/cart-api.ts'
import { follow } from '#web/entities/members/use-follow.ts'
import { profileSwitch } from '#web/features/accounts/settings/api.ts'
import { favourite } from '#web/features/market/item/favorite-button.tsx'
import { notificationSwitch } from '#web/features/notifications/api.ts'
import { bookmark, postLike } from '#web/features/posts/card/use-post-switches.ts'
import { commentLike } from '#web/features/posts/comments/comment-actions.tsx'
import { helpfulVote } from '#web/features/reviews/api.ts'
import type { AnyValueKind } from '#web/lib/storage/value-outbox.ts'

/** All kinds of values that may wait in the outbox. Its entries already contain the call, so the line of a cart is not needed. */
export const valueKinds: readonly AnyValueKind[] = [
  postLike,
  bookmark,
  commentLike,
  follow,
  favourite,
  helpfulVote,
  cartCount(0),
  notificationSwitch,
  profileSwitch,
]
