import type { ReactNode } from 'react'
import { UnblockButton } from '#web/features/people/unblock-button.tsx'
import type { Blockable, OnBlockChange } from '#web/ui/use-block.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'

type BlockedNoticeProps = {
  member: Blockable
  onBlockChange: OnBlockChange
  /** What is left to do besides. */
  wayOn: ReactNode
}

/** In place of what a blocked member shows. */
export function BlockedNotice({ member, onBlockChange, wayOn }: BlockedNoticeProps) {
  return (
    <section className="card">
      <EmptyWords
        text={`You have blocked @${member.username}`}
        wayOn={
          <>
            <UnblockButton member={member} onBlockChange={onBlockChange} />
            {wayOn}
          </>
        }
      />
    </section>
  )
}
