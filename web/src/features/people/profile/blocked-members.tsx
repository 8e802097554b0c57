import { listBlocked } from '@rootsquare/contract/people'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MemberPages } from '#web/features/people/profile/member-list.tsx'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { UnblockButton } from '#web/entities/members/unblock-button.tsx'
import { call } from '#web/lib/net/call.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const pageSize = 20

export function BlockedMembersDialog({ onClose }: { onClose: () => void }) {
  const members = useInfiniteQuery({
    queryKey: memberKeys.blocked,
    queryFn: async ({ pageParam: page, signal }) =>
      (await call(listBlocked, { query: { page, size: pageSize }, signal })).data,
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })

  return (
    <Dialog isOpen onClose={onClose} title="Blocked members">
      <MemberPages
        members={members}
        label="Blocked members"
        emptyText="You have not blocked anyone."
        isInDialog
      >
        {(member) => <UnblockButton member={member} />}
      </MemberPages>
    </Dialog>
  )
}
