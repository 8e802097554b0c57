import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'plain' | 'danger'
  isBusy?: boolean
}

/** The focus starts on Cancel, so that a hasty Enter does no harm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, onConfirm, title, children, tone = 'plain', isBusy = false } = props
  const { confirmLabel, cancelLabel = 'Cancel' } = props
  const footer = (
    <>
      <Button variant="outline" data-autofocus onClick={onClose}>
        {cancelLabel}
      </Button>
      <Button
        variant={tone === 'danger' ? 'danger' : 'primary'}
        isBusy={isBusy}
        onClick={() => {
          if (!isBusy) onConfirm()
        }}
      >
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} footer={footer}>
      {children}
    </Dialog>
  )
}
