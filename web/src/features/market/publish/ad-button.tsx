import type { Item } from '@rootsquare/contract/trade/market'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

type AdButtonProps = {
  item?: Item
  variant: 'primary' | 'outline'
  /** Called with null if the item was deleted. */
  onDone: (item: Item | null) => void
  children: ReactNode
}

export function AdButton({ item, variant, onDone, children }: AdButtonProps) {
  const ad = useLoadedDialog(
    async () => (await import('#web/features/market/publish/ad-dialog.tsx')).AdDialog,
  )
  return (
    <>
      <Button variant={variant} onClick={() => void ad.open()}>
        {children}
      </Button>
      {ad.Dialog && <ad.Dialog item={item} onClose={ad.close} onDone={onDone} />}
    </>
  )
}
