import { flushSync } from 'react-dom'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useBlock, type Blockable } from '#web/entities/members/use-block.ts'
import classes from './block-dialog.module.css'

type BlockDialogProps = { member: Blockable; onClose: () => void; onBlocked?: () => void }

/** `onBlocked` is called when the focus is back where the dialog was opened, before anything is removed. */
export function BlockDialog({ member, onClose, onBlocked }: BlockDialogProps) {
  const block = useBlock(member, () => {
    flushSync(onClose)
    onBlocked?.()
  })
  const name = `@${member.username}`
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => block.mutate(true)}
      title={`Block ${name}?`}
      confirmLabel="Block"
      tone="danger"
      isBusy={block.isPending}
    >
      <ul className={`stack gap-2xs ${classes.list}`}>
        <li>You cannot write to each other.</li>
        <li>Both of you can still read what you wrote before.</li>
        <li>You no longer follow each other.</li>
        <li>Neither of you sees the other’s posts and comments.</li>
      </ul>
      <p className="breakable">{name} is not told. You can end the block at any time in Settings.</p>
    </ConfirmDialog>
  )
}
