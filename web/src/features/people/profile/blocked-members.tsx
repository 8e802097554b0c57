import type { MemberEntry } from '@rootsquare/contract/accounts'
import type { Paged } from '@rootsquare/contract/paged'
import { listBlocked } from '@rootsquare/contract/people'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { MemberListRow } from '#web/features/people/profile/member-list-row.tsx'
import { UnblockButton } from '#web/entities/members/unblock-button.tsx'
import { call } from '#web/lib/net/call.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './member-list.module.css'

const pageSize = 20
const blockedKey = ['people', 'blocked'] as const

function blockedMembers() {
  return infiniteQueryOptions({
    queryKey: blockedKey,
    queryFn: async ({ pageParam: page, signal }) =>
      (await call(listBlocked, { query: { page, size: pageSize }, signal })).data,
    initialPageParam: 0,
    getNextPageParam: ({ last }, _, page) => (last ? undefined : page + 1),
  })
}

type BlockedMembersProps = { onUnblocked: (member: MemberEntry) => void; onClose: () => void }

export function BlockedMembersDialog({ onUnblocked, onClose }: BlockedMembersProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Blocked members">
      <BlockedMembers onUnblocked={onUnblocked} />
    </Dialog>
  )
}

function BlockedMembers({ onUnblocked }: Pick<BlockedMembersProps, 'onUnblocked'>) {
  const queryClient = useQueryClient()
  const members = useInfiniteQuery(blockedMembers())
  useErrorSnackbar(members.isLoadingError ? errorText(members.error) : null, members.errorUpdateCount)
  const list = useRef<HTMLUListElement>(null)
  const focusList = useCallback(() => list.current?.focus({ preventScroll: true }), [])

  function removeUnblocked(member: MemberEntry): void {
    queryClient.setQueryData<InfiniteData<Paged<MemberEntry>, number>>(
      blockedKey,
      (data) => data && patchPages(data, (content) => content.filter(({ id }) => id !== member.id)),
    )
    onUnblocked(member)
  }

  if (members.isPending) return <RowsSkeleton label="Loading members" isBare />
  if (members.isLoadingError)
    return <ErrorCard text={errorText(members.error)} onRetry={() => void members.refetch()} />
  const entries = entriesOf(members.data, ({ id }) => id)
  return (
    <>
      {entries.length === 0 && <EmptyMessage text="You have blocked nobody." />}
      <ul ref={list} className={classes.list} tabIndex={-1} aria-label="Blocked members">
        {entries.map((member) => (
          <MemberListRow key={member.id} member={member} onRemovedWithFocus={focusList} isInDialog>
            <UnblockButton member={member} onBlockChange={() => removeUnblocked(member)} />
          </MemberListRow>
        ))}
      </ul>
      <LoadMore pages={members} />
    </>
  )
}
