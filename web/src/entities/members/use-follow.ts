import { followMember, unfollowMember } from '@rootsquare/contract/people'
import { useQueryClient } from '@tanstack/react-query'
import { markFollowed, patchProfile } from '#web/entities/members/member-cache.ts'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { useMember } from '#web/lib/session/session.ts'

/** `mutate(true)` follows a member, `mutate(false)` unfollows. */
export function useFollow(id: number) {
  const queryClient = useQueryClient()
  const { userId: viewerId } = useMember()
  return useServerMutation({
    mutationFn: async (isFollowing: boolean) =>
      (await call(isFollowing ? followMember : unfollowMember, { params: { id } })).data.following,
    onSuccess: (isFollowing) => {
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
    },
  })
}
