import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { MemberRow } from '#web/entities/members/member-row.tsx'

type MemberListRowProps = ComponentProps<typeof MemberRow> & { onRemovedWithFocus: () => void }

/** An unfollowed or unblocked row is removed with its button; the focus then has to stay in the list. */
export function MemberListRow({ onRemovedWithFocus, ...props }: MemberListRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement)) onRemovedWithFocus()
    }
  }, [onRemovedWithFocus])
  return <MemberRow {...props} ref={row} />
}
