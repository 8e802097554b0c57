import { useState } from 'react'
import type { LightboxProps } from '#web/ui/media/lightbox.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

const loadLightbox = async () => (await import('#web/ui/media/lightbox.tsx')).Lightbox

type Shown = Omit<LightboxProps, 'onClose'>

/** Shows pictures as large as the screen. The code of the lightbox is loaded when the first picture is opened. */
export function useLightbox() {
  const [shown, setShown] = useState<Shown | null>(null)
  const { Dialog, open, close } = useLoadedDialog(loadLightbox)
  return {
    lightbox: Dialog && shown && <Dialog {...shown} onClose={close} />,
    openLightbox(pictures: Shown): void {
      setShown(pictures)
      void open()
    },
  }
}
