import { useState } from 'react'
import { turnShortcuts, useAreShortcutsOn } from '#web/lib/navigation/shortcut-setting.ts'
import { workingShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import classes from './shortcuts-sheet.module.css'

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <Sheet />
    </Dialog>
  )
}

/** Lists only what works on the current page. */
function Sheet() {
  const [shortcuts] = useState(workingShortcuts)
  const isOn = useAreShortcutsOn()
  return (
    <div className="stack gap-s">
      <Switch
        label="Single-key shortcuts"
        description="Turn them off if you speak to your device, or press keys by accident."
        isOn={isOn}
        onChange={turnShortcuts}
      />
      <dl className={classes.list} data-off={!isOn || undefined}>
        {shortcuts.map(({ keys, does }) => (
          <Row key={keys} keys={keys.split(' ')} does={does} />
        ))}
      </dl>
      <dl className={classes.list}>
        <Row keys={['Esc']} does="Close what is open" />
      </dl>
    </div>
  )
}

function Row({ keys, does }: { keys: string[]; does: string }) {
  return (
    <div className={`flex-row ${classes.row} gap-m touch`}>
      <dt>
        {keys.map((key, at) => (
          <span key={key}>
            {at > 0 && <span className="text-xs muted"> then </span>}
            <kbd className={classes.key}>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  )
}
