import { failureTexts } from '@rootsquare/contract/lib/failure'
import type { Item } from '@rootsquare/contract/trade/market'
import Flag from 'lucide-react/icons/flag'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { DeleteItemDialog } from '#web/features/market/item/delete-item-dialog.tsx'
import { FavoriteButton } from '#web/features/market/item/favorite-button.tsx'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import type { Action } from '#web/ui/controls/action-menu.tsx'
import { ShareLink } from '#web/ui/overlays/share-link.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import type { ReportDialog } from '#web/entities/reports/report-dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './item-tools.module.css'

type ItemToolsProps = { item: Item; onDeleted: () => void }

const fetchReport = () => import('#web/entities/reports/report-dialog.tsx')

export function ItemTools({ item, onDeleted }: ItemToolsProps) {
  return (
    <div className={classes.tools}>
      <FavoriteButton item={item} />
      <ShareItem item={item} />
      <ItemMenu item={item} onDeleted={onDeleted} />
    </div>
  )
}

function ShareItem({ item: { id, name } }: { item: Item }) {
  return (
    <ShareLink link={`${location.origin}/marketplace?item=${id}`} subject="item">
      {(share) => (
        <IconButton label={`Share ${name}`} onClick={share}>
          <Share2 size={20} strokeWidth={1.9} aria-hidden="true" />
        </IconButton>
      )}
    </ShareLink>
  )
}

function ItemMenu({ item, onDeleted }: ItemToolsProps) {
  const [isDeleting, setDeleting] = useState(false)
  const [report, setReport] = useState<{ Opened: typeof ReportDialog } | null>(null)

  async function openReport(): Promise<void> {
    try {
      const { ReportDialog } = await fetchReport()
      setReport({ Opened: ReportDialog })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  const deleteAction: Action = {
    name: 'Delete item',
    Icon: Trash2,
    tone: 'danger',
    run: () => setDeleting(true),
  }
  const reportAction: Action = { name: 'Report item', Icon: Flag, run: openReport }
  return (
    <>
      <ActionMenu
        label={`Options for ${item.name}`}
        actions={[{ ...(item.can.delete ? deleteAction : reportAction), keepsMenu: true }]}
        onOpen={() => void (!item.can.delete && fetchReport().catch(() => {}))}
      />
      {isDeleting && (
        <DeleteItemDialog item={item} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      )}
      {report && <report.Opened target={{ itemId: item.id }} onClose={() => setReport(null)} />}
    </>
  )
}
