import type { Group } from '@rootsquare/contract/groups'
import { Link } from '@tanstack/react-router'
import { GroupPicture } from '#web/features/groups/page/group-picture.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import classes from './group-row.module.css'

type GroupRowProps = {
  group: Group
  /** The other name by which the search found the group. */
  also?: string | undefined
  /** Whether to show the description and the time of the last post. */
  isDetailed?: boolean
  /** A text next to the number of members. */
  note?: string
}

export function GroupRow({ group, also, isDetailed = false, note }: GroupRowProps) {
  return (
    <Link
      to="/group/$groupId"
      params={{ groupId: String(group.id) }}
      className="flex-row gap-s grow hover-mark inner-ring min-height-52 pad-xs-m"
    >
      <span className={`rigid ${classes.picture}`}>
        <GroupPicture groupName={group.name} image={group.image} isSwatch />
      </span>
      <span className="breakable display-grid">
        <span>
          <span className="strong">{group.name}</span>
          {also !== undefined && <small className="text-xs muted"> also: {also}</small>}
        </span>
        {isDetailed && group.description !== '' && (
          <span className="text-xs clamped">{group.description}</span>
        )}
        <span className="text-xs muted">
          {quantityText(group.users, 'member')}
          {isDetailed && <LastPost at={group.lastPostDate} />}
          {note !== undefined && ` · ${note}`}
        </span>
      </span>
    </Link>
  )
}

function LastPost({ at }: { at: string | null }) {
  if (at === null) return ' · No posts yet'
  return (
    <>
      {' · Last post '}
      <TimeAgo iso={at} />
    </>
  )
}
