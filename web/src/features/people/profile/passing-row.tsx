import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { MemberRow } from '#web/entities/members/member-row.tsx'

type PassingRowProps = ComponentProps<typeof MemberRow> & { onGoneWithFocus: () => void }

/** An unfollowed or unblocked row leaves with its button; the keyboard stays in the list. */
export function PassingRow({ onGoneWithFocus, ...props }: PassingRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const own = row.current
    return () => {
      if (own?.contains(document.activeElement)) onGoneWithFocus()
    }
  }, [onGoneWithFocus])
  return <MemberRow {...props} ref={row} />
}
