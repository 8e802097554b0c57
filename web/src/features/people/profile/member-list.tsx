import type { MemberEntry } from '@rootsquare/contract/profiles'
import type { Paged } from '@rootsquare/contract/lib/paged'
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { type MemberListKind } from '#web/entities/members/member-keys.ts'
import { memberListOf } from '#web/entities/members/members-api.ts'
import { FollowButton } from '#web/entities/members/follow-button.tsx'
import { MemberRow } from '#web/entities/members/member-row.tsx'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'

type MemberListProps = Pick<MemberPagesProps, 'emptyText' | 'action'> & {
  kind: MemberListKind
  memberId: number
}

export function MemberList({ kind, memberId, ...texts }: MemberListProps) {
  return (
    <MemberPages {...texts} members={useInfiniteQuery(memberListOf(kind, memberId))} label={kind}>
      {(member) => <FollowButton member={member} isQuiet />}
    </MemberPages>
  )
}

type MemberPagesProps = {
  members: UseInfiniteQueryResult<InfiniteData<Paged<MemberEntry>>>
  label: string
  emptyText: string
  action?: ReactNode
  isInDialog?: boolean
  /** Renders the button of a member. */
  children: (member: MemberEntry) => ReactNode
}

/** Lists members page by page, with a button for each. */
export function MemberPages(props: MemberPagesProps) {
  const { members, label, emptyText, action, isInDialog = false, children } = props
  const error = members.isLoadingError ? errorText(members.error) : null
  useErrorSnackbar(error, members.errorUpdateCount)
  const list = useRef<HTMLUListElement>(null)
  const focusList = useCallback(() => list.current?.focus({ preventScroll: true }), [])
  if (members.isPending) return <RowsSkeleton label="Loading members" isBare={isInDialog} />
  if (error !== null) return <ErrorCard text={error} onRetry={() => void members.refetch()} />
  const entries = entriesOf(members.data, ({ id }) => id)
  return (
    <section className={isInDialog ? undefined : 'card-box'}>
      {entries.length === 0 && <EmptyMessage text={emptyText} action={action} />}
      <ul ref={list} className="no-ring" tabIndex={-1} aria-label={label}>
        <ListRows of={entries} rowKey={({ id }) => id}>
          {(member) => (
            <Row member={member} isInDialog={isInDialog} onRemovedWithFocus={focusList}>
              {children(member)}
            </Row>
          )}
        </ListRows>
      </ul>
      <LoadMore pages={members} />
    </section>
  )
}

type RowProps = ComponentProps<typeof MemberRow> & { onRemovedWithFocus: () => void }

/** Reports that it had the focus when it was removed after an unfollow or unblock, so that the list can take it. */
function Row({ onRemovedWithFocus, ...props }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement)) onRemovedWithFocus()
    }
  }, [onRemovedWithFocus])
  return <MemberRow {...props} ref={row} />
}
