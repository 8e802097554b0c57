import { turnShortcuts, useAreShortcutsOn } from '#web/lib/navigation/shortcuts.ts'
import { Switch } from '#web/ui/controls/switch.tsx'

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
