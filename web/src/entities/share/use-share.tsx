import type { Shared } from '#web/entities/share/share-dialog.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

const loadDialog = async () => (await import('#web/entities/share/share-dialog.tsx')).ShareDialog

export function useShare(shared: Shared) {
  const { Dialog, open, close } = useLoadedDialog(loadDialog)
  return { dialog: Dialog && <Dialog shared={shared} onClose={close} />, open: () => void open() }
}
