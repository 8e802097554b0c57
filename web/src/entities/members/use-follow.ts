import { followMember, unfollowMember } from '@rootsquare/contract/people'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { markFollowed, patchProfile } from '#web/entities/members/member-cache.ts'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { storedCall } from '#web/lib/net/stored-call.ts'
import { usePendingValue, type Sent, type ValueKind } from '#web/lib/net/use-pending-value.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Owner = readonly [memberId: number]
type Reply = ReplyOf<typeof followMember>

export const follow: ValueKind<Owner, boolean, Reply> = {
  name: 'follow',
  callOf: ([id], isFollowing) => storedCall(isFollowing ? followMember : unfollowMember, { params: { id } }),
  onSent: (queryClient, { ids: [id], data }) => showAnswer(queryClient, id, data.following),
  onFailed: (_, __, failure) => void showSnackbar('error', errorText(failure)),
}

function showAnswer(queryClient: QueryClient, id: number, isFollowing: boolean): void {
  const viewerId = currentSession()?.userId ?? 0
  const step = isFollowing ? 1 : -1
  markFollowed(queryClient, id, isFollowing)
  patchProfile(queryClient, id, (profile) =>
    profile.isFollowedByUser === isFollowing
      ? profile
      : { ...profile, isFollowedByUser: isFollowing, followersCount: profile.followersCount + step },
  )
  patchProfile(queryClient, viewerId, (profile) => ({
    ...profile,
    followingCount: profile.followingCount + step,
  }))
  // The counts are only right once the server has answered with its own.
  const outdated = [
    memberKeys.lists,
    memberKeys.profile(id),
    memberKeys.profile(viewerId),
    memberKeys.named,
    postKeys.home(),
  ]
  for (const queryKey of outdated) void queryClient.invalidateQueries({ queryKey })
}

type Followed = { id: number; isFollowedByUser: boolean }
/** Gets whether the member follows now, and whether that only waits for a connection. */
type OnDone = (isFollowing: boolean, isWaiting: boolean) => void

/** `change(true)` follows a member, `change(false)` unfollows. */
export function useFollow({ id, isFollowedByUser }: Followed, onDone: OnDone) {
  return usePendingValue({
    kind: follow,
    ids: [id],
    mutationKey: memberKeys.follow(id),
    confirmed: isFollowedByUser,
    onSent: ({ data }: Sent<Owner, boolean, Reply>) => onDone(data.following, false),
    onWaiting: (isFollowing) => onDone(isFollowing, true),
  })
}
