import type { MemberEntry } from '@rootsquare/contract/profiles'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { listBlocked } from '@rootsquare/contract/people'
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { MemberPages } from '#web/features/people/profile/member-list.tsx'
import { UnblockButton } from '#web/entities/members/unblock-button.tsx'
import { call } from '#web/lib/net/call.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const pageSize = 20
const queryKey = ['people', 'blocked'] as const

type BlockedMembersProps = { onUnblocked: (member: MemberEntry) => void; onClose: () => void }

export function BlockedMembersDialog({ onUnblocked, onClose }: BlockedMembersProps) {
  const queryClient = useQueryClient()
  const members = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam: page, signal }) =>
      (await call(listBlocked, { query: { page, size: pageSize }, signal })).data,
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })

  function removeUnblocked(member: MemberEntry): void {
    queryClient.setQueryData<InfiniteData<Paged<MemberEntry>, number>>(
      queryKey,
      (data) => data && patchPages(data, (content) => content.filter(({ id }) => id !== member.id)),
    )
    onUnblocked(member)
  }

  return (
    <Dialog isOpen onClose={onClose} title="Blocked members">
      <MemberPages members={members} label="Blocked members" emptyText="You have blocked nobody." isInDialog>
        {(member) => <UnblockButton member={member} onBlockChange={() => removeUnblocked(member)} />}
      </MemberPages>
    </Dialog>
  )
}
