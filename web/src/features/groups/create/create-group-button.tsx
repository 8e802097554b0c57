import { failureTexts } from '@rootsquare/contract/lib/failure'
import { isStaff } from '@rootsquare/contract/lib/roles'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import type { CreateGroupDialog } from '#web/features/groups/create/create-group-dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './create-group-button.module.css'

type LoadedDialog = { Dialog: typeof CreateGroupDialog }

/** Few people may create groups, so the dialog is loaded on demand. */
export function CreateGroupButton() {
  const session = useSession()
  const [loaded, setLoaded] = useState<LoadedDialog | null>(null)
  if (!session?.roles.some(isStaff)) return null

  async function open(): Promise<void> {
    try {
      const { CreateGroupDialog: Dialog } =
        await import('#web/features/groups/create/create-group-dialog.tsx')
      setLoaded({ Dialog })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  return (
    <>
      <button type="button" className={`row ${classes.button}`} onClick={() => void open()}>
        <Plus size={18} strokeWidth={2.2} aria-hidden="true" />
        Create Group
      </button>
      {loaded && <loaded.Dialog memberId={session.userId} onClose={() => setLoaded(null)} />}
    </>
  )
}
