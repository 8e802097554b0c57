import CircleAlert from 'lucide-react/icons/circle-alert'
import { isFinal, type Progress, type Shrunk } from '#web/entities/uploads/upload-progress.ts'
import { dataSizeText } from '#web/lib/format/data-size.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ProgressRing } from '#web/ui/feedback/progress-ring.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './upload-state.module.css'

type UploadProps = { name: string; progress: Progress | null }

export function UploadRing({ name, progress }: UploadProps) {
  if (progress?.is !== 'pending') return null
  return <ProgressRing label={`Uploading ${name}`} share={Math.min(progress.share, 0.99)} />
}

type NoteProps = UploadProps & {
  shrunk: Shrunk | null
  /** Why the last choice was not taken. */
  rejection?: string | null
  onRetry: () => void
}

/** Says beside a file why it did not arrive, that it waits, or how much smaller it was made. */
export function UploadNote({ name, progress, shrunk, rejection = null, onRetry }: NoteProps) {
  const failure = progress?.is === 'failed' ? progress : null
  if (rejection === null && failure === null) return <Sizes {...{ progress, shrunk }} />
  return (
    <div className={`stack gap-2xs text-s error-text breakable justify-start ${classes.error}`} role="alert">
      <p>
        <Icon of={CircleAlert} size="s" /> <span>{rejection ?? failure?.reason}</span>
      </p>
      {failure !== null && !isFinal(failure) && (
        <Button
          variant="outline"
          aria-label={`Retry the upload of ${name}`}
          onClick={({ currentTarget }) => {
            focusAfterRetry(currentTarget.closest('li, [data-upload]'), currentTarget)
            onRetry()
          }}
        >
          Retry
        </Button>
      )}
    </div>
  )
}

function Sizes({ progress, shrunk }: Pick<NoteProps, 'progress' | 'shrunk'>) {
  const isWaiting = progress?.is === 'pending' && progress.isWaiting
  if (isWaiting) return <p className="text-xs muted">Waiting for the connection…</p>
  if (shrunk === null) return null
  const [from, to] = [dataSizeText(shrunk.from), dataSizeText(shrunk.to)]
  return (
    <p className="text-xs muted tabular">
      <span className="sr-only">{`Made smaller, from ${from} to ${to}`}</span>
      <span aria-hidden="true">{`${from} → ${to}`}</span>
    </p>
  )
}

type RetryAllProps = {
  files: readonly { id: string; progress: Progress }[]
  onRetry: (id: string) => void
}

/** One press for several files that did not arrive. */
export function RetryAll({ files, onRetry }: RetryAllProps) {
  const failed = files.filter(({ progress }) => progress.is === 'failed' && !isFinal(progress))
  if (failed.length < 2) return null
  return (
    <Button
      variant="outline"
      onClick={({ currentTarget }) => {
        focusAfterRetry(currentTarget.parentElement, currentTarget)
        for (const { id } of failed) onRetry(id)
      }}
    >
      Retry all
    </Button>
  )
}

/** The pressed button is removed with the error, so the focus moves. A touch has left it where it was. */
function focusAfterRetry(box: Element | null, pressed: HTMLElement): void {
  if (document.activeElement === pressed) box?.querySelector<HTMLElement>('[data-after-retry]')?.focus()
}
