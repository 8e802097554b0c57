import { useLayoutEffect, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useBlock, type Blockable } from '#web/entities/members/use-block.ts'

export function UnblockButton({ member }: { member: Blockable }) {
  const unblock = useBlock(member)
  const button = useRef<HTMLButtonElement>(null)
  // The button is removed when the block ends; the focus then moves to the page.
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (element === document.activeElement) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button
      ref={button}
      variant="outline"
      isBusy={unblock.isPending}
      onClick={() => {
        if (!unblock.isPending) unblock.mutate(false)
      }}
    >
      Unblock<span className="sr-only"> @{member.username}</span>
    </Button>
  )
}
