import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense, useState } from 'react'
import { PartMissing } from '#web/lib/part-missing.ts'
import { useSession } from '#web/lib/session.ts'
import classes from './group-list-page.module.css'

/** Few may create groups; the others need not wait for its dialog to load. */
const CreateGroupDialog = lazy(async () => {
  try {
    return { default: (await import('#web/pages/create-group-dialog.tsx')).CreateGroupDialog }
  } catch (cause) {
    throw new PartMissing(cause)
  }
})

export function CreateGroupButton() {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const isStaff = session?.roles.some((role) => role === 'ADMIN' || role === 'SUPERADMIN') ?? false
  if (!isStaff) return null
  return (
    <>
      <button type="button" className={classes.create} onClick={() => setOpen(true)}>
        <Plus size={18} strokeWidth={2.2} aria-hidden="true" />
        Create Group
      </button>
      {isOpen && (
        <Suspense>
          <CreateGroupDialog isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
