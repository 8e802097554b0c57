import { useLayoutEffect, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useBlock, type Blockable, type OnBlockChange } from '#web/entities/members/use-block.ts'

type UnblockButtonProps = { member: Blockable; onBlockChange: OnBlockChange }

export function UnblockButton({ member, onBlockChange }: UnblockButtonProps) {
  const unblock = useBlock(member, onBlockChange)
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
