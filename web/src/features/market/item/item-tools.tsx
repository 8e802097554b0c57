import type { Item } from '@rootsquare/contract/trade/market'
import Flag from 'lucide-react/icons/flag'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { ShareButton } from '#web/entities/share/share-button.tsx'
import { DeleteItemDialog } from '#web/features/market/publish/delete-item-dialog.tsx'
import { FavoriteButton } from '#web/features/market/item/favorite-button.tsx'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import classes from './item-tools.module.css'

type ItemToolsProps = { item: Item; onDeleted: () => void }

const loadReport = async () => (await import('#web/entities/reports/report-dialog.tsx')).ReportDialog

export function ItemTools({ item, onDeleted }: ItemToolsProps) {
  return (
    <div className={`${classes.tools} display-flex gap-3xs`}>
      <FavoriteButton item={item} />
      <ShareButton shared={{ link: `${location.origin}/item/${item.id}`, name: item.name }} />
      <ItemMenu item={item} onDeleted={onDeleted} />
    </div>
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
