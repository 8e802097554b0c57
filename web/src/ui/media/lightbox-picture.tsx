import { formsOf } from '@rootsquare/contract/lib/picture-forms'
import { useState } from 'react'
import { useIsSavingData } from '#web/lib/browser/data-saver.ts'
import { dataSizeText } from '#web/lib/format/data-size.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MissingPicture, type Medium } from '#web/ui/media/medium.tsx'
import { lightKilobytes } from '#web/ui/media/picture-sources.ts'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './lightbox.module.css'

/** Shows a picture as large as the screen. On a device that saves data, first its small form, and the whole on a press. */
export function LightboxPicture({ medium, label }: { medium: Medium; label: string }) {
  const { url, thumbnail, width, height } = medium
  const [isWanted, setWanted] = useState(false)
  const kilobytes = formsOf(url)?.kilobytes
  const isLight = kilobytes !== undefined && kilobytes <= lightKilobytes
  const isWhole = !useIsSavingData() || isWanted || isLight
  const weight = kilobytes === undefined ? '' : ` · ${dataSizeText(kilobytes * 1000)}`
  const missing = <MissingPicture alt={label} />
  return (
    <>
      <Picture
        src={isWhole ? url : (thumbnail ?? url)}
        isWhole={isWhole}
        alt={label}
        width={width ?? undefined}
        height={height ?? undefined}
        draggable={false}
        fallback={missing}
      />
      {!isWhole && (
        <div className={classes.weight}>
          <Button onClick={() => setWanted(true)}>{`Show picture${weight}`}</Button>
        </div>
      )}
    </>
  )
}
