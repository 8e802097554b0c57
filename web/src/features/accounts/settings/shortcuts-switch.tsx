import { useState } from 'react'
import { areShortcutsOn, turnShortcuts } from '#web/lib/shortcuts.ts'
import { Switch } from '#web/ui/switch.tsx'

export function ShortcutsSwitch() {
  const [isOn, setOn] = useState(areShortcutsOn)
  return (
    <Switch
      label="Keyboard shortcuts"
      description="Single keys that lead somewhere at once. Press ? to see them."
      isOn={isOn}
      onChange={(next) => {
        turnShortcuts(next)
        setOn(next)
      }}
    />
  )
}
