import type { SectionName, Version } from '@rootsquare/contract/sections'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRestoreVersion, versionsOf } from '#web/features/groups/sections/sections-api.ts'
import { VersionRow } from '#web/features/groups/history/version-row.tsx'
import { entriesOf } from '#web/lib/format/entries-of.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { momentText } from '#web/lib/format/time.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import classes from './version-history.module.css'

type VersionHistoryProps = { groupId: number; name: SectionName; onClose: () => void }

/** Who changed what and when, and a way back. */
export function VersionHistory({ groupId, name, onClose }: VersionHistoryProps) {
  return (
    <Dialog isOpen onClose={onClose} title={`History of ${name}`} width={760}>
      <Versions groupId={groupId} name={name} />
    </Dialog>
  )
}

function Versions({ groupId, name }: Omit<VersionHistoryProps, 'onClose'>) {
  const versions = useInfiniteQuery(versionsOf(groupId, name))
  const [asked, setAsked] = useState<Version | null>(null)
  if (versions.isPending) return <RowsSkeleton label="Loading the history" isBare />
  if (versions.isLoadingError)
    return <ErrorCard text={errorText(versions.error)} onRetry={() => void versions.refetch()} />
  const all = entriesOf(versions.data, ({ versionId }) => versionId)
  // Each is shown against the one before it, so the last one waits until that has come.
  const shown = versions.hasNextPage ? all.slice(0, -1) : all
  return (
    <>
      <ul aria-label="Versions, newest first" className={classes.list}>
        {shown.map((version, at) => (
          <VersionRow
            key={version.versionId}
            version={version}
            before={all[at + 1]}
            broughtBack={all.find(({ versionId }) => versionId === version.restoredFrom)}
            isNewest={at === 0}
            onRestore={() => setAsked(version)}
          />
        ))}
      </ul>
      <LoadMore pages={versions} />
      {asked !== null && (
        <RestoreDialog groupId={groupId} name={name} version={asked} onClose={() => setAsked(null)} />
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
      (failure: unknown) => showSnackbar('error', errorText(failure)),
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
        {name} will read again as on {momentText(version.createdDate)}. What stands now stays in the history.
      </p>
    </ConfirmDialog>
  )
}
