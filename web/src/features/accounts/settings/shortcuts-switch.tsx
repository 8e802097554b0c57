import { turnShortcuts, useAreShortcutsOn } from '#web/lib/shortcuts.ts'
import { Switch } from '#web/ui/switch.tsx'

export function ShortcutsSwitch() {
  const isOn = useAreShortcutsOn()
  return (
    <Switch
      label="Single-key shortcuts"
      description="Single keys that lead somewhere at once. Press ? to see them."
      isOn={isOn}
      onChange={turnShortcuts}
    />
  )
}
