import { isStaff } from '@rootsquare/contract/lib/roles'
import Plus from 'lucide-react/icons/plus'
import { useMember } from '#web/lib/session/session.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import classes from './create-group-button.module.css'

/** Few people may create groups, so the dialog is loaded on demand. */
export function CreateGroupButton() {
  const { userId, roles } = useMember()
  const create = useLoadedDialog(
    async () => (await import('#web/features/groups/create/create-group-sections.tsx')).CreateGroupDialog,
  )
  if (!roles.some(isStaff)) return null
  return (
    <>
      <button
        type="button"
        className={`flex-row ${classes.button} touch full-radius strong`}
        onClick={() => void create.open()}
      >
        <Icon of={Plus} />
        Create Group
      </button>
      {create.Dialog && <create.Dialog memberId={userId} onClose={create.close} />}
    </>
  )
}
