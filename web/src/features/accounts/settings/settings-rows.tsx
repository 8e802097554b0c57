import { exportMember } from '@rootsquare/contract/accounts'
import type { Profile } from '@rootsquare/contract/profiles'
import { brand } from '@rootsquare/contract/product'
import Download from 'lucide-react/icons/download'
import { useExportData, useProfileSwitch } from '#web/features/accounts/settings/api.ts'
import { SettingsButton } from '#web/features/accounts/settings/settings-list.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { saveFile } from '#web/lib/media/save-file.ts'
import { turnShortcuts, useAreShortcutsOn } from '#web/lib/navigation/shortcut-setting.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export function ShowGroupSwitch({ profile }: { profile: Profile }) {
  const showGroup = useProfileSwitch(profile, 'showGroup')
  return (
    <Switch
      label="Show my group"
      description={`Others see ${profile.groupName ?? 'your group'} on your profile and beside your posts.`}
      isOn={showGroup.value}
      onChange={showGroup.change}
    />
  )
}

export function ShowPresenceSwitch({ profile }: { profile: Profile }) {
  const showPresence = useProfileSwitch(profile, 'showPresence')
  return (
    <Switch
      label="Show when I am online"
      description="People you can message can see when you are online or typing. If you turn this off, you will not see theirs either."
      isOn={showPresence.value}
      onChange={showPresence.change}
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

/** Is not a plain link, because that would not send the token. */
export function ExportData() {
  const exportData = useExportData()

  function save(): void {
    exportData.mutate(undefined, {
      onError: (failure) => showSnackbar('error', errorText(failure)),
      onSuccess: (data) => {
        const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
        saveFile(exportMember.download, content)
        showSnackbar('success', 'Your data was downloaded')
      },
    })
  }

  return (
    <SettingsButton
      icon={Download}
      name="Download my data"
      description={`Everything ${brand} stores about you, in one JSON file.`}
      isBusy={exportData.isPending}
      onClick={save}
    />
  )
}
