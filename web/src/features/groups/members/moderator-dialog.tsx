import type { GroupMember } from '@rootsquare/contract/groups'
import { useState } from 'react'
import { useEndModerator, useMakeModerator } from '#web/entities/groups/membership-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type ModeratorDialogProps = { groupId: number; member: GroupMember; onClose: () => void }

export function ModeratorDialog({ groupId, member, onClose }: ModeratorDialogProps) {
  const make = useMakeModerator()
  const end = useEndModerator()
  // The list may be updated before the dialog has closed, and its text must not change then.
  const [isEnding] = useState(member.isModerator)
  const name = nameOf(member)
  const change = isEnding ? end : make
  const labels = isEnding ? ending(name) : making(name)

  function confirm(): void {
    clearSnackbars()
    change.mutateAsync({ groupId, userId: member.id }).then(
      () => {
        onClose()
        showSnackbar('success', labels.done)
      },
      (failure: unknown) => showSnackbar('error', errorText(failure, labels.failed)),
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={labels.title}
      confirmLabel={labels.label}
      tone={isEnding ? 'danger' : 'plain'}
      isBusy={change.isPending}
    >
      {labels.meaning}
    </ConfirmDialog>
  )
}

function making(name: string) {
  return {
    title: `Make ${name} a moderator?`,
    label: 'Make Moderator',
    meaning: `${name} will write the group’s pages, decide on proposals, and delete posts and comments here.`,
    done: `${name} is now a moderator`,
    failed: 'Failed to make user a moderator',
  }
}

function ending(name: string) {
  return {
    title: `End moderating by ${name}?`,
    label: 'End moderating',
    meaning: `${name} stays a member of the group.`,
    done: `${name} is a moderator no more`,
    failed: 'Something went wrong',
  }
}
