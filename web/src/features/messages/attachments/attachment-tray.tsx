import X from 'lucide-react/icons/x'
import { RetryAll, UploadNote, UploadRing } from '#web/entities/uploads/upload-state.tsx'
import type { useMessagePictures } from '#web/features/messages/attachments/use-message-pictures.ts'
import { focusConversation } from '#web/features/messages/conversation-focus.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './attachment-tray.module.css'

type MessagePictures = ReturnType<typeof useMessagePictures>

/** Shows the pictures of the next message. */
export function AttachmentTray({ pictures }: { pictures: MessagePictures }) {
  const { files, retry } = pictures
  if (files.length === 0) return null
  return (
    <div className={`rigid stack gap-s justify-start ${classes.tray} pad-s line-above`}>
      <RetryAll files={files} onRetry={retry} />
      <ul className="flex-row wrap align-top gap-s" aria-label="Attached">
        <ListRows of={files} rowKey={({ id }) => id}>
          {(file, at) => <Tile {...{ file, pictures }} name={`picture ${at + 1}`} />}
        </ListRows>
      </ul>
    </div>
  )
}

type TileProps = { file: MessagePictures['files'][number]; pictures: MessagePictures; name: string }

function Tile({ file: { id, file, progress, shrunk }, pictures, name }: TileProps) {
  const isUploading = progress.is === 'pending'
  const uploaded = progress.is === 'done' ? progress.uploaded : null

  // The button will be removed, so the focus has to move first.
  function remove(): void {
    focusConversation()
    pictures.remove([id])
  }

  return (
    <li className={`stack gap-2xs ${classes.tile}`} data-failed={progress.is === 'failed' || undefined}>
      <div className={`positioned ${classes.frame} display-grid clip radius-m on-tint`}>
        <Picture src={file ?? uploaded?.thumbnail ?? uploaded?.url ?? null} alt={`Attached ${name}`} />
        <UploadRing {...{ name, progress }} />
        <IconButton
          className={classes.remove}
          label={isUploading ? `Cancel the upload of ${name}` : `Remove ${name}`}
          data-after-retry
          onClick={remove}
          icon={X}
        />
      </div>
      <UploadNote {...{ name, progress, shrunk }} onRetry={() => pictures.retry(id)} />
    </li>
  )
}
