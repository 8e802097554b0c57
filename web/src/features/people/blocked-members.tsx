import type { MemberEntry } from '@rootsquare/contract/accounts'
import type { Paged } from '@rootsquare/contract/paged'
import { listBlocked } from '@rootsquare/contract/people'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { PassingRow } from '#web/features/people/passing-row.tsx'
import { UnblockButton } from '#web/features/people/unblock-button.tsx'
import { call } from '#web/lib/call.ts'
import { changedPages } from '#web/lib/changed-pages.ts'
import { entriesOf } from '#web/lib/entries-of.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
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

/** Whom the viewer has blocked, the latest first. */
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
  useTold(members.isLoadingError ? failureText(members.error) : null, members.errorUpdateCount)
  const list = useRef<HTMLUListElement>(null)
  const takeFocus = useCallback(() => list.current?.focus({ preventScroll: true }), [])

  function unblocked(member: MemberEntry): void {
    queryClient.setQueryData<InfiniteData<Paged<MemberEntry>, number>>(
      blockedKey,
      (data) => data && changedPages(data, (content) => content.filter(({ id }) => id !== member.id)),
    )
    onUnblocked(member)
  }

  if (members.isPending) return <RowsSkeleton label="Loading members" isBare />
  if (members.isLoadingError)
    return <TroubleCard text={failureText(members.error)} onRetry={() => void members.refetch()} />
  const entries = entriesOf(members.data, ({ id }) => id)
  return (
    <>
      {entries.length === 0 && <EmptyWords text="You have blocked nobody." />}
      <ul ref={list} className={classes.list} tabIndex={-1} aria-label="Blocked members">
        {entries.map((member) => (
          <PassingRow key={member.id} member={member} onGoneWithFocus={takeFocus} isInDialog>
            <UnblockButton member={member} onBlockChange={() => unblocked(member)} />
          </PassingRow>
        ))}
      </ul>
      <LoadMore pages={members} />
    </>
  )
}
