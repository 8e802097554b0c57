import type { Group } from '@rootsquare/contract/groups'
import { Link } from '@tanstack/react-router'
import { GroupPicture } from '#web/features/groups/page/group-picture.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import classes from './group-row.module.css'

type GroupRowProps = {
  group: Group
  /** The other name it was found by. */
  also?: string | undefined
}

export function GroupRow({ group, also }: GroupRowProps) {
  return (
    <Link to="/group/$groupId" params={{ groupId: String(group.id) }} className={classes.row}>
      <span className={classes.swatch}>
        <GroupPicture groupId={group.id} image={group.image} isSwatch />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>
          {group.name}
          {also !== undefined && <small className={classes.also}> also: {also}</small>}
        </span>
        <span className={classes.members}>{quantityText(group.users, 'member')}</span>
      </span>
    </Link>
  )
}
