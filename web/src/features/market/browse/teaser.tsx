import { teaserShown } from '@rootsquare/contract/trade/market'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { itemsFailed, teaserItems } from '#web/features/market/market-api.ts'
import { ItemLine } from '#web/features/market/browse/item-line.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './teaser.module.css'

const message = `stack gap-s muted justify-start ${classes.message}`

export function MarketTeaser() {
  return (
    <section className="card-box" aria-labelledby="market-teaser">
      <h2 id="market-teaser" className={`${classes.title} pad-s-m-xs text-m`}>
        Marketplace
      </h2>
      <Items />
    </section>
  )
}

function Items() {
  const items = useQuery(teaserItems)
  useErrorSnackbar(items.isLoadingError ? itemsFailed : null, items.errorUpdateCount)
  if (items.isPending) return <RowsSkeleton label="Loading items" count={teaserShown} isBare />
  if (items.isLoadingError)
    return (
      <div className={message} role="alert">
        <p>{itemsFailed}</p>
        <Button variant="outline" onClick={() => void items.refetch()}>
          Retry
        </Button>
      </div>
    )
  if (items.data.length === 0) return <p className={message}>Nothing is for sale yet.</p>
  return (
    <>
      <ul>
        <ListRows of={items.data.slice(0, teaserShown)} rowKey={({ id }) => id}>
          {(item) => (
            <li>
              <ItemLine item={item} />
            </li>
          )}
        </ListRows>
      </ul>
      <Link to="/marketplace" className={`strong touch ${classes.more} center-content full-radius`}>
        See more
      </Link>
    </>
  )
}
