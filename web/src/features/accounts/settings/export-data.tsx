import { exportMember } from '@rootsquare/contract/accounts'
import { brand } from '@rootsquare/contract/product'
import Download from 'lucide-react/icons/download'
import { useExportData } from '#web/features/accounts/settings/api.ts'
import { SettingsDeed } from '#web/features/accounts/settings/settings-list.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { saveFile } from '#web/lib/media/save-file.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** Fetched by hand, since a plain link could not carry the token. */
export function ExportData() {
  const fetched = useExportData()

  function save(): void {
    fetched.mutate(undefined, {
      onError: (failure) => showSnackbar('error', errorText(failure)),
      onSuccess: (held) => {
        const content = new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' })
        saveFile(exportMember.download, content)
        showSnackbar('success', 'Your data was downloaded')
      },
    })
  }

  return (
    <SettingsDeed
      Icon={Download}
      name="Download my data"
      description={`Everything ${brand} holds of you, as one JSON file.`}
      isBusy={fetched.isPending}
      onClick={save}
    />
  )
}
