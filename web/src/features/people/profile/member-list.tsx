import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { ReactNode } from 'react'
import { memberListOf } from '#web/entities/members/members-api.ts'
import type { MemberListKind } from '#web/entities/members/members-api.ts'
import { FollowButton } from '#web/entities/members/follow-button.tsx'
import type { OnFollow } from '#web/entities/members/follow-button.tsx'
import { MemberListRow } from '#web/features/people/profile/member-list-row.tsx'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './member-list.module.css'

type MemberListProps = {
  kind: MemberListKind
  memberId: number
  viewerId: number
  emptyText: string
  action?: ReactNode
  onFollow: OnFollow
}

export function MemberList({ kind, memberId, viewerId, emptyText, action, onFollow }: MemberListProps) {
  const members = useInfiniteQuery(memberListOf(kind, memberId))
  useErrorSnackbar(members.isLoadingError ? errorText(members.error) : null, members.errorUpdateCount)
  const list = useRef<HTMLUListElement>(null)
  const focusList = useCallback(() => list.current?.focus({ preventScroll: true }), [])
  if (members.isPending) return <RowsSkeleton label="Loading members" />
  if (members.isLoadingError)
    return <ErrorCard text={errorText(members.error)} onRetry={() => void members.refetch()} />
  const entries = entriesOf(members.data, ({ id }) => id)
  return (
    <section className="card">
      {entries.length === 0 && <EmptyMessage text={emptyText} action={action} />}
      <ul ref={list} className={classes.list} tabIndex={-1} aria-label={kind}>
        {entries.map((member) => (
          <MemberListRow key={member.id} member={member} onRemovedWithFocus={focusList}>
            {member.id !== viewerId && <FollowButton member={member} onFollow={onFollow} isQuiet />}
          </MemberListRow>
        ))}
      </ul>
      <LoadMore pages={members} />
    </section>
  )
}
