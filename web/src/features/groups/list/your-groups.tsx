import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { memberGroupsOf } from '#web/entities/groups/groups-api.ts'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './group-list.module.css'

const shownCount = 5

export function YourGroups({ memberId }: { memberId: number }) {
  return (
    <section className="card-box" aria-labelledby="your-groups">
      <div className="flex-row between pad-s-m-xs">
        <h2 id="your-groups" className="text-m bold">
          Your groups
        </h2>
        <Link to="/group-list" className={`text-link text-s gap-2xs touch ${classes.seeAll}`}>
          See all
          <Icon of={ChevronRight} size="s" />
        </Link>
      </div>
      <FirstGroups memberId={memberId} />
    </section>
  )
}

function FirstGroups({ memberId }: { memberId: number }) {
  const groups = useInfiniteQuery(memberGroupsOf(memberId))
  useErrorSnackbar(groups.isLoadingError ? errorText(groups.error) : null, groups.errorUpdateCount)
  if (groups.isPending) return <RowsSkeleton label="Loading your groups" count={2} isBare />
  if (groups.isLoadingError)
    return (
      <div className={`stack gap-s muted ${classes.message}`} role="alert">
        <p>{errorText(groups.error)}</p>
        <Button variant="outline" onClick={() => void groups.refetch()}>
          Retry
        </Button>
      </div>
    )
  const first = groups.data.pages[0]?.content.slice(0, shownCount) ?? []
  if (first.length === 0)
    return <p className={`muted ${classes.message}`}>You have not joined a group yet.</p>
  return (
    <ul className={classes.yourGroups}>
      <ListRows of={first} rowKey={({ id }) => id}>
        {(group) => (
          <li>
            <GroupRow group={group} />
          </li>
        )}
      </ListRows>
    </ul>
  )
}
