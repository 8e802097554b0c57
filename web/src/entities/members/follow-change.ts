import type { Profile } from '@rootsquare/contract/profiles'
import type { GroupMember } from '@rootsquare/contract/groups'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/group-keys.ts'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { patchNamed } from '#web/entities/members/members-api.ts'
import type { OnFollow } from '#web/entities/members/follow-button.tsx'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'

/** Updates what a follow changes outside the lists of members: the counts of two profiles, group members and the feed. */
export function useFollowChange(viewerId: number): OnFollow {
  const queryClient = useQueryClient()

  function patch(id: number, change: (profile: Profile) => Profile): void {
    queryClient.setQueryData<Profile>(memberKeys.profile(id), (profile) => profile && change(profile))
    patchNamed(queryClient, id, change)
    // The count is only right until the server has answered with its own.
    void queryClient.invalidateQueries({ queryKey: memberKeys.profile(id) })
  }

  return (memberId, isFollowing) => {
    const step = isFollowing ? 1 : -1
    patch(memberId, (profile) =>
      profile.isFollowedByUser === isFollowing
        ? profile
        : { ...profile, isFollowedByUser: isFollowing, followersCount: profile.followersCount + step },
    )
    patch(viewerId, (profile) => ({ ...profile, followingCount: profile.followingCount + step }))
    markFollowed(queryClient, memberId, isFollowing)
    void queryClient.invalidateQueries({ queryKey: memberKeys.named })
    void queryClient.invalidateQueries({ queryKey: postKeys.home() })
  }
}

type MemberPages = InfiniteData<Paged<GroupMember>, number>

function markFollowed(queryClient: QueryClient, memberId: number, isFollowedByUser: boolean): void {
  const marked = (member: GroupMember) => (member.id === memberId ? { ...member, isFollowedByUser } : member)
  queryClient.setQueriesData<MemberPages>(
    { queryKey: groupKeys.membersOfAny },
    (data) => data && patchPages(data, (content) => content.map(marked)),
  )
}
