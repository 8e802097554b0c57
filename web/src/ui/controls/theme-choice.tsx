import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { chooseTheme, useTheme } from '#web/lib/browser/theme.ts'
import { SegmentedControl } from '#web/ui/controls/segmented-control.tsx'

const choices = [
  { value: 'light', name: 'Light', icon: Sun },
  { value: 'dark', name: 'Dark', icon: Moon },
  { value: 'auto', name: 'System', icon: Monitor },
] as const

export function ThemeChoice() {
  return (
    <SegmentedControl
      label="Theme"
      hasVisibleLabel
      options={choices}
      value={useTheme()}
      onChange={chooseTheme}
    />
  )
}
