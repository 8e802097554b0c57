import type { ReactNode } from 'react'
import { UnblockButton } from '#web/entities/members/unblock-button.tsx'
import type { Blockable, OnBlockChange } from '#web/entities/members/use-block.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'

type BlockedNoticeProps = {
  member: Blockable
  onBlockChange: OnBlockChange
  action: ReactNode
}

/** Shown instead of the tabs of a member whom the viewer has blocked. */
export function BlockedNotice({ member, onBlockChange, action }: BlockedNoticeProps) {
  return (
    <section className="card">
      <EmptyMessage
        text={`You have blocked @${member.username}`}
        action={
          <>
            <UnblockButton member={member} onBlockChange={onBlockChange} />
            {action}
          </>
        }
      />
    </section>
  )
}
