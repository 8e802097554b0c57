import type { Profile } from '@rootsquare/contract/profiles'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { profileOf } from '#web/entities/members/members-api.ts'
import { itemsFailed } from '#web/features/market/market-api.ts'
import { ItemGrid, ItemGridSkeleton } from '#web/features/market/browse/item-grid.tsx'
import { pageSize, shopItems, useMarketSearch } from '#web/features/market/browse/market-search.ts'
import { PageLinks } from '#web/features/market/browse/page-links.tsx'
import { ShopHeader } from '#web/features/market/shop/shop-header.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { idIn } from '#web/lib/navigation/search-params.ts'
import { usePageInRange } from '#web/lib/navigation/table-search.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { useSession } from '#web/lib/session/session.ts'
import { MarketItem } from '#web/pages/market/market-item.tsx'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { ErrorCard, LoadError } from '#web/ui/feedback/error-card.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import classes from './marketplace-page.module.css'

export function ShopPage() {
  const session = useSession()
  const { userId } = useParams({ from: '/members/shop/$userId' })
  const sellerId = idIn(userId)
  // The page renders once more after the session ends, before the guard redirects.
  if (session === null) return null
  if (sellerId === undefined) return <NoShop />
  return <Shop key={sellerId} sellerId={sellerId} viewerId={session.userId} />
}

function Shop({ sellerId, viewerId }: { sellerId: number; viewerId: number }) {
  const seller = useQuery(profileOf(sellerId))
  usePageTitle(seller.data === undefined ? 'Shop' : `Shop of @${seller.data.username}`)
  if (isMissing(seller.error)) return <NoShop />
  return (
    <div className={classes.page}>
      {seller.isPending && <ItemGridSkeleton />}
      {seller.isLoadingError && <LoadError query={seller} />}
      {seller.data !== undefined && <ShopItems seller={seller.data} isOwn={sellerId === viewerId} />}
    </div>
  )
}

function ShopItems({ seller, isOwn }: { seller: Profile; isOwn: boolean }) {
  const { search, correctPage, closeItem } = useMarketSearch()
  const heading = useRef<HTMLHeadingElement>(null)
  const items = useQuery(shopItems(seller.id, search.page))
  const paging = {
    page: search.page - 1,
    size: pageSize,
    turn: ({ page }: { page: number }) => correctPage(page + 1),
  }
  const total = items.data?.totalElements ?? 0
  usePageInRange(paging, items.isPlaceholderData ? null : items.data?.totalElements)
  const content = items.data?.content ?? []
  return (
    <>
      <ShopHeader seller={seller} items={content} isOwn={isOwn} />
      <section aria-labelledby="shop-items">
        <div className={`flex-row wrap ${classes.bar}`}>
          <h2 id="shop-items" ref={heading} tabIndex={-1} className="no-ring text-l leading-tight">
            For sale
          </h2>
          <output className="muted">{total > 0 && quantityText(total, 'item')}</output>
        </div>
        {items.isPending && <ItemGridSkeleton />}
        {items.isLoadingError && <ErrorCard text={itemsFailed} onRetry={() => void items.refetch()} />}
        {items.isSuccess && content.length === 0 && <NothingForSale seller={seller} isOwn={isOwn} />}
        <ItemGrid items={content} isWaiting={items.isPlaceholderData} search={search} isStaff={isOwn} />
        <PageLinks
          search={search}
          last={items.data?.totalPages ?? 1}
          onTurn={() => heading.current?.focus()}
        />
      </section>
      <section className={`stack gap-s ${classes.reviews}`} aria-labelledby="shop-reviews">
        <h2 id="shop-reviews" className="no-ring text-l leading-tight">
          Reviews
        </h2>
        <Suspense>
          <ReviewList reviewed={{ type: 'seller', id: seller.id }} />
        </Suspense>
      </section>
      {search.item !== undefined && <MarketItem itemId={search.item} onClose={closeItem} />}
    </>
  )
}

const ReviewList = lazyExtra(async () => (await import('#web/features/reviews/review-list.tsx')).ReviewList)

function NothingForSale({ seller, isOwn }: { seller: Profile; isOwn: boolean }) {
  return (
    <EmptyCard
      text={
        isOwn ? 'You are not selling anything yet.' : `${seller.firstname} has nothing for sale right now.`
      }
      action={
        <Link to="/marketplace" className="text-link">
          See what others sell
        </Link>
      }
    />
  )
}

function NoShop() {
  return (
    <NoticePage title="Shop not found" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>The address may be mistyped, or the account is closed.</p>
      <Link to="/marketplace" className="text-link">
        Back to the marketplace
      </Link>
    </NoticePage>
  )
}
