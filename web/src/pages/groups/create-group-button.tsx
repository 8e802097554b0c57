import { words } from '@rootsquare/contract/failure'
import { isStaff } from '@rootsquare/contract/roles'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import type { CreateGroupDialog } from '#web/pages/groups/create-group-dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './create-group-button.module.css'

type Shown = { Opened: typeof CreateGroupDialog }

/** Few may create groups: the dialog's code comes when it is asked for. */
export function CreateGroupButton() {
  const session = useSession()
  const [shown, setShown] = useState<Shown | null>(null)
  if (!session?.roles.some(isStaff)) return null

  async function open(): Promise<void> {
    try {
      const { CreateGroupDialog: Opened } = await import('#web/pages/groups/create-group-dialog.tsx')
      setShown({ Opened })
    } catch {
      showSnackbar('error', words.noResponse)
    }
  }

  return (
    <>
      <button type="button" className={classes.create} onClick={() => void open()}>
        <Plus size={18} strokeWidth={2.2} aria-hidden="true" />
        Create Group
      </button>
      {shown && <shown.Opened onClose={() => setShown(null)} />}
    </>
  )
}
