import type { Item } from '@rootsquare/contract/trade/market'
import Flag from 'lucide-react/icons/flag'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { DeleteItemDialog } from '#web/features/market/publish/delete-item-dialog.tsx'
import { FavoriteButton } from '#web/features/market/item/favorite-button.tsx'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { ShareLink } from '#web/ui/overlays/share-link.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import classes from './item-tools.module.css'

type ItemToolsProps = { item: Item; onDeleted: () => void }

const loadReport = async () => (await import('#web/entities/reports/report-dialog.tsx')).ReportDialog

export function ItemTools({ item, onDeleted }: ItemToolsProps) {
  return (
    <div className={`${classes.tools} display-flex gap-3xs`}>
      <FavoriteButton item={item} />
      <ShareItem item={item} />
      <ItemMenu item={item} onDeleted={onDeleted} />
    </div>
  )
}

function ShareItem({ item: { id, name } }: { item: Item }) {
  return (
    <ShareLink link={`${location.origin}/item/${id}`} subject="item">
      {(share) => <IconButton label={`Share ${name}`} onClick={share} icon={Share2} />}
    </ShareLink>
  )
}

function ItemMenu({ item, onDeleted }: ItemToolsProps) {
  const [isDeleting, setDeleting] = useState(false)
  const report = useLoadedDialog(loadReport)
  const deleteAction: Action = {
    name: 'Delete item',
    icon: Trash2,
    tone: 'danger',
    run: () => setDeleting(true),
  }
  const reportAction: Action = { name: 'Report item', icon: Flag, run: report.open }
  return (
    <>
      <ActionMenu
        label={`Options for ${item.name}`}
        actions={[{ ...(item.can.delete ? deleteAction : reportAction), keepsMenu: true }]}
        onOpen={() => void (!item.can.delete && loadReport().catch(() => {}))}
      />
      {isDeleting && (
        <DeleteItemDialog item={item} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      )}
      {report.Dialog && <report.Dialog target={{ type: 'item', id: item.id }} onClose={report.close} />}
    </>
  )
}
