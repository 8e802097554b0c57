import { failureTexts } from '@rootsquare/contract/lib/failure'
import type { Item } from '@rootsquare/contract/trade/market'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AdDialog } from '#web/features/market/publish/ad-dialog.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Shown = { Opened: typeof AdDialog }
type AdButtonProps = {
  item?: Item
  variant: 'primary' | 'outline'
  /** Called with null if the item was deleted. */
  onDone: (item: Item | null) => void
  children: ReactNode
}

/** Loads the code of the form only when it is opened. */
export function AdButton({ item, variant, onDone, children }: AdButtonProps) {
  const [shown, setShown] = useState<Shown | null>(null)

  async function open(): Promise<void> {
    try {
      const { AdDialog: Opened } = await import('#web/features/market/publish/ad-dialog.tsx')
      setShown({ Opened })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  return (
    <>
      <Button variant={variant} onClick={() => void open()}>
        {children}
      </Button>
      {shown && <shown.Opened item={item} onClose={() => setShown(null)} onDone={onDone} />}
    </>
  )
}
