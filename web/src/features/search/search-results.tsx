import { searchTypes, type Found, type SearchType } from '@rootsquare/contract/search'
import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { firstResultsOf, resultPagesOf } from '#web/features/search/api.ts'
import { ResultRows, type ResultRowsProps } from '#web/features/search/result-rows.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { ErrorCard, LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './search.module.css'

export const typeNames: Record<SearchType, string> = {
  people: 'People',
  groups: 'Groups',
  posts: 'Posts',
  items: 'Items',
  tags: 'Tags',
}

type ResultsProps = { q: string; rows: ResultRowsProps }

/** Shows the first few results of each kind. Similar words count only if no kind has the typed ones. */
export function AllResults({ q, rows }: ResultsProps) {
  const queries = useQueries({
    queries: typesFor(q).map((type) => ({ ...firstResultsOf(type, q), placeholderData: keepPreviousData })),
  })
  const failed = queries.find(({ isLoadingError }) => isLoadingError)
  const isPending = queries.some((query) => query.isPending)
  const pages = queries
    .flatMap(({ data }) => data?.pages[0] ?? [])
    .filter(({ content }) => content.length > 0)
  const asTyped = pages.filter(({ isSimilar }) => !isSimilar)
  const found = isPending || asTyped.length > 0 ? asTyped : pages
  if (failed)
    return (
      <ErrorCard
        text={errorText(failed.error)}
        onRetry={() => queries.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch())}
      />
    )
  if (isPending && found.length === 0) return <RowsSkeleton label="Searching" />
  if (found.length === 0) return <NothingFound q={q} />
  const isSettling = queries.some(({ isPlaceholderData }) => isPlaceholderData)
  return (
    <div className="stack settling" data-settling={isSettling || undefined}>
      {found.map((page) => (
        <FirstFew key={page.type} page={page} q={q} rows={rows} />
      ))}
    </div>
  )
}

/** Puts tags first if the search starts with #. */
function typesFor(q: string): readonly SearchType[] {
  return q.startsWith('#') ? ['tags', ...searchTypes.filter((type) => type !== 'tags')] : searchTypes
}

function FirstFew({ page, q, rows }: ResultsProps & { page: Found }) {
  const name = typeNames[page.type]
  const id = `found-${page.type}`
  return (
    <section className={page.type === 'posts' ? classes.posts : 'card-box'} aria-labelledby={id}>
      <div className={`flex-row between touch ${classes.head}`}>
        <h2 id={id} className="text-m bold">
          {name}
        </h2>
        {page.nextCursor !== null && (
          <Link
            to="/search"
            search={{ q, tab: page.type }}
            state={{ keepsFocus: true }}
            className="text-link text-s touch display-flex items-center"
          >
            See all<span className="sr-only"> {name.toLowerCase()}</span>
          </Link>
        )}
      </div>
      <ResultRows {...rows} pages={[page]} label={name} />
    </section>
  )
}

/** Lists all results of one kind, page by page. */
export function TypeResults({ type, q, rows }: ResultsProps & { type: SearchType }) {
  const query = useInfiniteQuery({ ...resultPagesOf(type, q), placeholderData: keepPreviousData })
  if (query.isPending) return <RowsSkeleton label="Searching" />
  if (query.data === undefined) return <LoadError query={query} />
  const { pages } = query.data
  if (!query.hasNextPage && pages.every(({ content }) => content.length === 0)) return <NothingFound q={q} />
  return (
    <section
      className={`settling ${type === 'posts' ? classes.posts : 'card-box'}`}
      aria-label={typeNames[type]}
      data-settling={query.isPlaceholderData || undefined}
    >
      <ResultRows {...rows} pages={pages} label={typeNames[type]} />
      <LoadMore pages={query} />
    </section>
  )
}

function NothingFound({ q }: { q: string }) {
  return (
    <section className="card-box">
      <output className="sr-only">Nothing found</output>
      <EmptyMessage
        text={`Nothing found for “${q}”`}
        action={<p>Try fewer or shorter words, or the name of a state for its groups.</p>}
      />
    </section>
  )
}
