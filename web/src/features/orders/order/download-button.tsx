import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { saveFile } from '#web/lib/media/save-file.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type DownloadButtonProps = { label: string; fileName: string; load: () => Promise<Blob> }

export function DownloadButton({ label, fileName, load }: DownloadButtonProps) {
  const loading = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(fileName, file),
    onError: (failure) => showSnackbar('error', errorText(failure)),
  })

  function start(): void {
    if (!loading.isPending) loading.mutate()
  }

  return (
    <Button variant="outline" isBusy={loading.isPending} onClick={start}>
      <span className="row gap-8">
        <Download size={20} strokeWidth={1.9} aria-hidden="true" />
        {label}
      </span>
    </Button>
  )
}
