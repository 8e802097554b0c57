import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { composerTexts } from '#web/features/posts/composer/composer-files.ts'
import { ComposerTile } from '#web/features/posts/composer/composer-tile.tsx'
import type { Attachments } from '#web/features/posts/composer/use-composer-files.ts'
import { RetryAll } from '#web/entities/uploads/upload-state.tsx'
import { useUploads } from '#web/entities/uploads/use-uploads.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './composer-files.module.css'

/** Uploads the files, also while the composer of a phone is closed. */
export function ComposerUploads({ attachments }: { attachments: Attachments }) {
  const { files, change, rejectFile, mayUpload } = attachments
  useUploads(files, { texts: composerTexts, change, reject: rejectFile, mayStart: mayUpload })
  return null
}

type GridProps = {
  attachments: Attachments
  isLocked: boolean
  /** Moves the focus when no file is left. */
  focusElsewhere: () => void
}

export function ComposerFilesGrid({ attachments, isLocked, focusElsewhere }: GridProps) {
  const { files } = attachments

  function focusNext(button: HTMLElement): void {
    const row = button.closest('li')
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
    if (next) next.focus()
    else focusElsewhere()
  }

  return (
    <>
      {files.length > 0 && (
        <ul className={`${classes.grid} display-grid gap-s`} aria-label="Pictures and videos of this post">
          <ListRows of={files} rowKey={({ id }) => id}>
            {(file) => (
              <ComposerTile file={file} attachments={attachments} isLocked={isLocked} onRemove={focusNext} />
            )}
          </ListRows>
        </ul>
      )}
      <RetryAll files={files} onRetry={attachments.retry} />
      <RejectedFiles attachments={attachments} focusNext={focusNext} />
    </>
  )
}

type RejectedFilesProps = { attachments: Attachments; focusNext: (button: HTMLElement) => void }

function RejectedFiles({ attachments, focusNext }: RejectedFilesProps) {
  const { rejected, dismiss } = attachments
  if (rejected.length === 0) return null
  return (
    <div role="alert">
      <ul className={`stack gap-2xs ${classes.rejected}`} aria-label="Files that cannot be posted">
        <ListRows of={rejected} rowKey={({ id }) => id}>
          {({ id, name, reason }) => (
            <li className="flex-row text-s">
              <Icon of={CircleAlert} />
              <p className="grow breakable">
                <strong>{name}</strong> {reason}
              </p>
              <IconButton
                label={`Leave out ${name}`}
                onClick={({ currentTarget }) => {
                  focusNext(currentTarget)
                  dismiss(id)
                }}
                icon={X}
              />
            </li>
          )}
        </ListRows>
      </ul>
    </div>
  )
}
