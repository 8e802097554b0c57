import { useSyncExternalStore } from 'react'
import { waitingEntries } from '#web/app/shell/waiting-entries.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { useIsOnline } from '#web/lib/browser/use-online.ts'
import { onStoredChange } from '#web/lib/storage/member-store.ts'
import { SavedAge } from '#web/ui/offline/offline-parts.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

export function WaitingNotice({ memberId }: { memberId: number }) {
  return (
    <>
      {!useIsOnline() && <SavedAge />}
      <WaitingButton memberId={memberId} />
    </>
  )
}

/** Says how much waits to be sent, and opens the list of it. */
function WaitingButton({ memberId }: { memberId: number }) {
  const count = useSyncExternalStore(onStoredChange, () => waitingEntries(memberId).length)
  const sheet = useLoadedDialog(async () => (await import('#web/app/shell/waiting-sheet.tsx')).WaitingSheet)
  if (count === 0 && !sheet.Dialog) return null
  return (
    <>
      <button
        type="button"
        className="text-link touch"
        aria-haspopup="dialog"
        onClick={() => void sheet.open()}
      >
        {quantityText(count, 'thing waits', 'things wait')} to be sent
      </button>
      {sheet.Dialog && <sheet.Dialog memberId={memberId} onClose={sheet.close} />}
    </>
  )
}
