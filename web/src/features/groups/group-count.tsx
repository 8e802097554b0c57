import { counted } from '#web/lib/counted.ts'

/** For ears: how many a search has found. */
export function GroupCount({ count }: { count: number | undefined }) {
  return <output className="sr-only">{count === undefined ? '' : counted(count, 'group')}</output>
}
