import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { ReactNode } from 'react'
import { memberListOf } from '#web/features/people/api.ts'
import type { MemberListKind } from '#web/features/people/api.ts'
import { FollowButton } from '#web/features/people/follow-button.tsx'
import type { OnFollow } from '#web/features/people/follow-button.tsx'
import { PassingRow } from '#web/features/people/passing-row.tsx'
import { entriesOf } from '#web/lib/entries-of.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
import classes from './member-list.module.css'

type MemberListProps = {
  kind: MemberListKind
  memberId: number
  viewerId: number
  emptyText: string
  wayOn?: ReactNode
  onFollow: OnFollow
}

export function MemberList({ kind, memberId, viewerId, emptyText, wayOn, onFollow }: MemberListProps) {
  const members = useInfiniteQuery(memberListOf(kind, memberId))
  useTold(members.isLoadingError ? failureText(members.error) : null, members.errorUpdateCount)
  const list = useRef<HTMLUListElement>(null)
  const takeFocus = useCallback(() => list.current?.focus({ preventScroll: true }), [])
  if (members.isPending) return <RowsSkeleton label="Loading members" />
  if (members.isLoadingError)
    return <TroubleCard text={failureText(members.error)} onRetry={() => void members.refetch()} />
  const entries = entriesOf(members.data, ({ id }) => id)
  return (
    <section className="card">
      {entries.length === 0 && <EmptyWords text={emptyText} wayOn={wayOn} />}
      <ul ref={list} className={classes.list} tabIndex={-1} aria-label={kind}>
        {entries.map((member) => (
          <PassingRow key={member.id} member={member} onGoneWithFocus={takeFocus}>
            {member.id !== viewerId && <FollowButton member={member} onFollow={onFollow} isQuiet />}
          </PassingRow>
        ))}
      </ul>
      <LoadMore pages={members} />
    </section>
  )
}
