import { brand } from '@rootsquare/contract/product'
import { useId } from 'react'
import { dataUsedThisMonth } from '#web/lib/browser/data-meter.ts'
import { chooseDataSaver, useDataSaver, useIsSavingData } from '#web/lib/browser/data-saver.ts'
import { dataSizeText } from '#web/lib/format/data-size.ts'
import { SegmentedControl } from '#web/ui/controls/segmented-control.tsx'

const choices = [
  { value: 'auto', name: 'Auto' },
  { value: 'on', name: 'On' },
  { value: 'off', name: 'Off' },
] as const

export function DataSaverChoice() {
  const isOn = useIsSavingData()
  const aboutId = useId()
  return (
    <div className="stack gap-xs" aria-describedby={aboutId}>
      <SegmentedControl
        label="Data saver"
        hasVisibleLabel
        options={choices}
        value={useDataSaver()}
        onChange={chooseDataSaver}
      />
      <p id={aboutId} className="text-xs muted">
        {isOn
          ? 'It is on now: pictures are small until you press them, and nothing loads in advance.'
          : 'It is off now. Auto turns it on when your phone or browser saves data.'}
      </p>
    </div>
  )
}

export function DataUsed() {
  return (
    <div className="stack gap-2xs">
      <p className="strong">This month: {dataSizeText(dataUsedThisMonth())}</p>
      <p className="text-xs muted">{`What this browser loaded from ${brand} while you were signed in.`}</p>
    </div>
  )
}
