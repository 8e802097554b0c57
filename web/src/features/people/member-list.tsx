import type { MemberEntry } from '@rootsquare/contract/accounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { memberListOf } from '#web/features/people/api.ts'
import type { MemberListKind } from '#web/features/people/api.ts'
import { FollowButton } from '#web/features/people/follow-button.tsx'
import type { OnFollow } from '#web/features/people/follow-button.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
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
  const entries = withoutRepeats(members.data.pages.flatMap((page) => page.content))
  return (
    <section className="card">
      {entries.length === 0 && <EmptyWords text={emptyText} wayOn={wayOn} />}
      <ul ref={list} className={classes.list} tabIndex={-1} aria-label={kind}>
        {entries.map((member) => (
          <MemberRow key={member.id} member={member} onGoneWithFocus={takeFocus}>
            {member.id !== viewerId && <FollowButton member={member} onFollow={onFollow} isQuiet />}
          </MemberRow>
        ))}
      </ul>
      <LoadMore pages={members} />
    </section>
  )
}

type MemberRowProps = {
  member: MemberEntry
  onGoneWithFocus: () => void
  children: ReactNode
}

function MemberRow({ member, onGoneWithFocus, children }: MemberRowProps) {
  const row = useRef<HTMLLIElement>(null)
  // An unfollowed row leaves with its button; the keyboard stays in the list.
  useLayoutEffect(() => {
    const own = row.current
    return () => {
      if (own?.contains(document.activeElement)) onGoneWithFocus()
    }
  }, [onGoneWithFocus])
  const name = `${member.firstname} ${member.lastname}`
  return (
    <li ref={row} className={classes.row}>
      <Link to="/u/$username" params={{ username: member.username }} className={classes.who}>
        <Avatar name={name} image={member.profileImage} size={44} />
        <span className={classes.names}>
          <span className={classes.name}>{name}</span>
          <span className={classes.username}>@{member.username}</span>
        </span>
      </Link>
      {children}
    </li>
  )
}

/** Someone new at the top pushes the last of one page onto the next. */
function withoutRepeats(entries: MemberEntry[]): MemberEntry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}
