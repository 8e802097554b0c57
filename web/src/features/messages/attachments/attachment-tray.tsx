import { useQueryClient } from '@tanstack/react-query'
import Mic from 'lucide-react/icons/mic'
import X from 'lucide-react/icons/x'
import { isLost } from '#web/entities/uploads/upload-progress.ts'
import { useOnline } from '#web/entities/uploads/use-uploads.ts'
import { removeAttachments, retryAttachment } from '#web/features/messages/attachments/attachments.ts'
import type { Attachment } from '#web/features/messages/attachments/attachments.ts'
import type { ConversationId } from '#web/features/messages/outbox/message-outbox.ts'
import { focusConversation } from '#web/features/messages/conversation-focus.ts'
import { lengthText } from '#web/features/messages/voice/length-text.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { ProgressRing } from '#web/ui/feedback/progress-ring.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './attachment-tray.module.css'

type TrayProps = { conversationId: ConversationId; attachments: Attachment[] }

/** Shows the attachments of the next message, and voice notes that are being uploaded. */
export function AttachmentTray({ conversationId, attachments }: TrayProps) {
  const queryClient = useQueryClient()
  const retry = (id: string) => retryAttachment(queryClient, conversationId, id)
  useOnline(() => {
    for (const { id, progress } of attachments) if (isLost(progress)) retry(id)
  })
  if (attachments.length === 0) return null
  return (
    <ul
      className={`rigid flex-row wrap align-top ${classes.tray} gap-s pad-s line-above`}
      aria-label="Attached"
    >
      <ListRows of={attachments} rowKey={({ id }) => id}>
        {(attachment, at) => <Tile {...{ conversationId, attachment, retry }} number={at + 1} />}
      </ListRows>
    </ul>
  )
}

type TileProps = {
  conversationId: ConversationId
  attachment: Attachment
  number: number
  retry: (id: string) => void
}

function Tile({ conversationId, attachment, number, retry }: TileProps) {
  const queryClient = useQueryClient()
  const { id, kind, preview, seconds, progress } = attachment
  const name = kind === 'image' ? `picture ${number}` : `voice note of ${lengthText(seconds ?? 0)}`
  const isUploading = progress.is === 'pending'

  // The button will be removed, so the focus has to move first.
  function remove(): void {
    focusConversation()
    removeAttachments(queryClient, conversationId, [id])
  }

  return (
    <li className={`stack gap-2xs ${classes.tile}`}>
      <div className={`positioned ${classes.frame} display-grid clip radius-m on-tint`}>
        {kind === 'image' ? (
          <img className="cover-picture" src={preview} alt={`Attached ${name}`} />
        ) : (
          <p className={`text-xs strong ${classes.note} display-grid gap-2xs`}>
            <Icon of={Mic} />
            <span className="sr-only">Voice note of </span>
            {lengthText(seconds ?? 0)}
          </p>
        )}
        {isUploading && <ProgressRing label={`Uploading ${name}`} share={Math.min(progress.share, 0.99)} />}
        <IconButton
          className={classes.remove}
          label={isUploading ? `Cancel the upload of ${name}` : `Remove ${name}`}
          onClick={remove}
          icon={X}
        />
      </div>
      {progress.is === 'failed' && (
        <div className={`stack gap-2xs text-xs error-text breakable ${classes.error}`} role="alert">
          <p>{progress.reason}</p>
          <button
            type="button"
            className={`touch bold ${classes.retry} underlined`}
            aria-label={`Retry the upload of ${name}`}
            onClick={({ currentTarget }) => {
              // The button is removed with the error. A touch leaves the focus in the field.
              if (document.activeElement === currentTarget)
                currentTarget.closest('li')?.querySelector('button')?.focus()
              retry(id)
            }}
          >
            Retry
          </button>
        </div>
      )}
    </li>
  )
}
