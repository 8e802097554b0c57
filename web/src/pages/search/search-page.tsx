import { searchTypes } from '@rootsquare/contract/search'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import { ItemLine } from '#web/features/market/browse/item-line.tsx'
import { PostCard } from '#web/features/posts/card/post-card.tsx'
import type { ResultRowsProps } from '#web/features/search/result-rows.tsx'
import { RecentList, useRecentSearches } from '#web/features/search/recent-list.tsx'
import { AllResults, typeNames, TypeResults } from '#web/features/search/search-results.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { oneOf } from '#web/lib/navigation/search-params.ts'
import { useMember } from '#web/lib/session/session.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import { SearchField } from '#web/ui/fields/search-pill.tsx'
import { useSearchText, type SearchText } from '#web/ui/fields/use-search-text.ts'
import { Page, PageHead } from '#web/ui/layout/page.tsx'

const inPlace = { state: { keepsFocus: true }, resetScroll: false } as const

export function SearchPage() {
  const { userId: viewerId } = useMember()
  const { q = '', tab } = useSearch({ from: '/members/search' })
  const type = oneOf(searchTypes, tab)
  const navigate = useNavigate()
  const recent = useRecentSearches(viewerId)
  const search = useSearchText(q, (text) => {
    const now = { ...(text !== '' && { q: text }), ...(type && { tab: type }) }
    void navigate({ to: '/search', search: now, ...inPlace, replace: true })
  })
  useFocusToBegin(search, q)
  usePageTitle('Search')
  return (
    <Page width={760} isEdgeToEdge>
      <PageHead title="Search" />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          recent.add(search.typed.trim())
        }}
      >
        <SearchField label="Search" hint="Search Rootsquare" search={search} />
      </form>
      {q === '' ? (
        <RecentList recent={recent.recent} onRemove={recent.remove} onClear={recent.clear} />
      ) : (
        <>
          <SearchTabs q={q} current={type ?? 'all'} />
          {/* Opening a result means that the search was useful, so it is added to the recent ones. */}
          <div role="presentation" onClickCapture={() => recent.add(q)}>
            {type ? (
              <TypeResults key={type} type={type} q={q} rows={rows} />
            ) : (
              <AllResults q={q} rows={rows} />
            )}
          </div>
        </>
      )}
    </Page>
  )
}

/** Focuses an empty field, but not on the way back to results, where it would open the keyboard of a phone. */
function useFocusToBegin({ field }: SearchText, q: string): void {
  const [isAtBeginning] = useState(q === '')
  useEffect(() => {
    if (isAtBeginning) field.current?.focus()
  }, [field, isAtBeginning])
}

const rows: ResultRowsProps = {
  groupRow: (group) => <GroupRow group={group} isDetailed />,
  postCard: (post) => <PostCard post={post} isWhole={false} />,
  itemRow: (item) => <ItemLine item={item} />,
}

function SearchTabs({ q, current }: { q: string; current: string }) {
  return (
    <div className="card-box top-tabs">
      <Tabs label="Kinds of results" current={current}>
        <Tab to="/search" search={{ q }} name="All" isCurrent={current === 'all'} {...inPlace} />
        {searchTypes.map((type) => (
          <Tab
            key={type}
            to="/search"
            search={{ q, tab: type }}
            name={typeNames[type]}
            isCurrent={current === type}
            {...inPlace}
          />
        ))}
      </Tabs>
    </div>
  )
}
