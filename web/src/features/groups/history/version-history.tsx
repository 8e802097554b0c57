import { brand } from '@rootsquare/contract/product'
import type { SectionName, Version } from '@rootsquare/contract/sections'
import { useInfiniteQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState, useId } from 'react'
import { useRestoreVersion, versionsOf } from '#web/features/groups/sections/sections-api.ts'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { momentText } from '#web/lib/format/time.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { VersionDifference } from '#web/features/groups/history/version-difference.tsx'
import { emptyContent } from '#web/features/groups/sections/section-content.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './version-history.module.css'

type VersionHistoryProps = { groupId: number; name: SectionName; onClose: () => void }

export function VersionHistory({ onClose, ...ids }: VersionHistoryProps) {
  return (
    <Dialog isOpen onClose={onClose} title={`History of ${ids.name}`} width={760}>
      <Versions {...ids} />
    </Dialog>
  )
}

function Versions({ groupId, name }: Omit<VersionHistoryProps, 'onClose'>) {
  const versions = useInfiniteQuery(versionsOf(groupId, name))
  const [restoring, setRestoring] = useState<Version | null>(null)
  if (versions.isPending) return <RowsSkeleton label="Loading the history" isBare />
  if (versions.isLoadingError) return <LoadError query={versions} />
  const all = entriesOf(versions.data, ({ versionId }) => versionId)
  // Each version is compared with the one before it, so the last one is shown once that has loaded.
  const shown = versions.hasNextPage ? all.slice(0, -1) : all
  return (
    <>
      <ul aria-label="Versions, newest first" className="line-above">
        <ListRows of={shown} rowKey={({ versionId }) => versionId}>
          {(version, at) => (
            <VersionRow
              version={version}
              before={all[at + 1]}
              restored={all.find(({ versionId }) => versionId === version.restoredFrom)}
              isNewest={at === 0}
              onRestore={() => setRestoring(version)}
            />
          )}
        </ListRows>
      </ul>
      <LoadMore pages={versions} />
      {restoring !== null && (
        <RestoreDialog groupId={groupId} name={name} version={restoring} onClose={() => setRestoring(null)} />
      )}
    </>
  )
}

type RestoreDialogProps = VersionHistoryProps & { version: Version }

function RestoreDialog({ groupId, name, version, onClose }: RestoreDialogProps) {
  const restore = useRestoreVersion(groupId, name)

  function confirm(): void {
    clearSnackbars()
    restore.mutateAsync(version.versionId, { onSuccess: onClose }).then(
      () => showSnackbar('success', 'Version restored'),
      (error: unknown) => showSnackbar('error', errorText(error)),
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title="Restore this version?"
      confirmLabel="Restore"
      isBusy={restore.isPending}
    >
      <p>
        {name} will read again as on {momentText(version.createdDate)}. The current text stays in the history.
      </p>
    </ConfirmDialog>
  )
}

type VersionRowProps = {
  version: Version
  /** Undefined for the first version. */
  before: Version | undefined
  /** The version that this one restored, if it has loaded. */
  restored: Version | undefined
  isNewest: boolean
  onRestore: () => void
}

function VersionRow({ version, before, restored, isNewest, onRestore }: VersionRowProps) {
  const bodyId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="line-below">
      <button
        type="button"
        className={`flex-row gap-s plain-control hover-mark inner-ring full-width ${classes.opener}`}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={`flex-row wrap grow muted breakable ${classes.details}`}>
          <span className="strong ink">{authorText(version, before)}</span>
          <time dateTime={version.createdDate}>{momentText(version.createdDate)}</time>
          {version.acceptedBy !== null && <span>Accepted by @{version.acceptedBy}</span>}
          {version.restoredFrom !== null && <span>{restoredText(restored)}</span>}
        </span>
        {isNewest && (
          <span className={`rigid text-xs semibold full-radius ${classes.newest}`}>Current version</span>
        )}
        <Icon of={ChevronDown} className="rigid muted" />
      </button>
      <div id={bodyId} hidden={!isOpen} className={`stack ${classes.body}`}>
        {isOpen && (
          <>
            <VersionDifference
              before={before ?? emptyContent}
              after={version}
              whenNone="The same text as the version before."
            />
            {!isNewest && (
              <Button variant="outline" onClick={onRestore}>
                Restore this version
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}

/** Names the author. A first version without one came with the product; later ones are by erased members. */
function authorText({ username }: Version, before: Version | undefined): string {
  if (username !== null) return `@${username}`
  return before === undefined ? brand : 'A former member'
}

function restoredText(version: Version | undefined): string {
  if (version === undefined) return 'Restored an earlier version'
  return `Restored the version of ${momentText(version.createdDate)}`
}
