import Share2 from 'lucide-react/icons/share-2'
import type { Shared } from '#web/entities/share/share-dialog.tsx'
import { useShare } from '#web/entities/share/use-share.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'

type ShareButtonProps = { shared: Shared; label?: string; className?: string }

export function ShareButton({ shared, label = `Share ${shared.name}`, className }: ShareButtonProps) {
  const { dialog, open } = useShare(shared)
  return (
    <>
      <IconButton label={label} icon={Share2} className={className} aria-haspopup="dialog" onClick={open} />
      {dialog}
    </>
  )
}
