import { quantityText } from '#web/lib/format/count-text.ts'

/** A screen reader hears how many groups a search has found. */
export function GroupCount({ count }: { count: number | undefined }) {
  return <output className="sr-only">{count === undefined ? '' : quantityText(count, 'group')}</output>
}
