import type { Item } from '@rootsquare/contract/trade/market'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AdButton } from '#web/features/market/publish/ad-button.tsx'
import { DisapproveDialog } from '#web/features/market/review/disapprove-dialog.tsx'
import { useDecideItem } from '#web/features/market/item-api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showResult } from '#web/ui/feedback/show-result.ts'
import { Chip } from '#web/ui/layout/chip.tsx'
import classes from './item-staff-actions.module.css'

export function ItemStaffActions({ item, onDeleted }: { item: Item; onDeleted: () => void }) {
  const { can, isApproved } = item
  if (!can.approve && !can.update) return null
  return (
    <div className="flex-row wrap gap-xs-s">
      <Chip tone={isApproved ? 'leaf' : 'gold'}>{isApproved ? 'Approved' : 'Unapproved'}</Chip>
      <p className={`muted ${classes.explanation}`}>{approvalText(item)}</p>
      {item.disapprovalReason && (
        <blockquote className={`breakable pre-wrap ${classes.reason} soft-gold pad-s radius-s`} dir="auto">
          {item.disapprovalReason}
        </blockquote>
      )}
      {can.approve && <DecisionButtons item={item} />}
      {can.update && (
        <AdButton item={item} variant="primary" onDone={(saved) => saved === null && onDeleted()}>
          Update Item
        </AdButton>
      )}
    </div>
  )
}

function approvalText({ isApproved, disapprovalReason }: Item): string {
  if (isApproved) return 'Everyone can see it in the marketplace.'
  if (disapprovalReason === null) return 'It is waiting for an admin, and is not listed until then.'
  return disapprovalReason === '' ? 'An admin has disapproved it.' : 'An admin has disapproved it:'
}

function DecisionButtons({ item }: { item: Item }) {
  const [isDisapproving, setDisapproving] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const decide = useDecideItem(item.id)
  const { isApproved } = item
  const isWaiting = !isApproved && item.disapprovalReason === null

  function approve(): void {
    if (!decide.isPending) void showResult(decide.mutateAsync({ state: true }))
  }

  return (
    <div ref={box} className={`stack gap-xs ${classes.actions}`}>
      <Button
        variant={isApproved ? 'outline' : 'primary'}
        isWide
        isBusy={decide.isPending}
        onClick={() => (isApproved ? setDisapproving(true) : approve())}
      >
        {isApproved ? 'Disapprove Item' : 'Approve Item'}
      </Button>
      {isWaiting && (
        <Button variant="outline" isWide onClick={() => setDisapproving(true)}>
          Disapprove Item
        </Button>
      )}
      {isDisapproving && (
        <DisapproveDialog
          item={item}
          // The dialog must return the focus before the focus moves to the remaining button.
          onClose={() => flushSync(() => setDisapproving(false))}
          onDone={() => box.current?.querySelector('button')?.focus()}
        />
      )}
    </div>
  )
}
