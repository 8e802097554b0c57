import { listPopularTags } from '@rootsquare/contract/post-lists'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { numberText, quantityText } from '#web/lib/format/count-text.ts'
import { call } from '#web/lib/net/call.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import classes from './popular-tags.module.css'

const shown = 6
const freshMs = 300_000

export const popularTags = queryOptions({
  queryKey: ['tags', 'popular'],
  queryFn: async ({ signal }) => (await call(listPopularTags, { signal })).data,
  staleTime: freshMs,
  retry: false,
})

/**
 * Shows tags that many members use these days. It is optional, so it shows nothing while loading, on errors and without
 * tags.
 */
export function PopularTags() {
  const titleId = useId()
  const { data: tags = [] } = useQuery(popularTags)
  if (tags.length === 0) return null
  return (
    <section className="card-box" aria-labelledby={titleId}>
      <h2 id={titleId} className="pad-s-m-xs text-m">
        Popular tags
      </h2>
      <ul className={`flex-row wrap gap-xs ${classes.list}`}>
        <ListRows of={tags.slice(0, shown)} rowKey={({ tag }) => tag}>
          {({ tag, posts }) => (
            <li className={classes.item}>
              <Link
                to="/tag/$tag"
                params={{ tag }}
                className={`flex-row text-s ${classes.tag} gap-xs pad-x-s full-radius`}
              >
                <span className="strong one-line">#{tag}</span>{' '}
                <span className="amount" aria-hidden="true">
                  {numberText(posts)}
                </span>
                <span className="sr-only">{quantityText(posts, 'post')}</span>
              </Link>
            </li>
          )}
        </ListRows>
      </ul>
    </section>
  )
}
