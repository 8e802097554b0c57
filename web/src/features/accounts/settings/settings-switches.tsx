import type { Profile } from '@rootsquare/contract/accounts'
import { useShowGroup } from '#web/features/accounts/settings/api.ts'
import { turnShortcuts, useAreShortcutsOn } from '#web/lib/navigation/shortcuts.ts'
import { Switch } from '#web/ui/controls/switch.tsx'

export function ShowGroupSwitch({ profile }: { profile: Profile }) {
  const showGroup = useShowGroup(profile.id)
  return (
    <Switch
      label="Show my group"
      description={`Others see ${profile.groupName ?? 'your group'} on your profile and beside your posts.`}
      isOn={profile.showGroup ?? false}
      onChange={(isShown) => showGroup.mutate(isShown)}
    />
  )
}

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
