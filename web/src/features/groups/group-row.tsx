import type { Group } from '@rootsquare/contract/groups'
import { Link } from '@tanstack/react-router'
import { Cloth, clothOf } from '#web/ui/cloth.tsx'
import classes from './group-row.module.css'

const figures = new Intl.NumberFormat('en-NG')

export function GroupRow({ group }: { group: Group }) {
  return (
    <Link to="/group/$groupId" params={{ groupId: String(group.id) }} className={classes.row}>
      <span className={classes.swatch}>
        <Cloth cloth={clothOf(group.id)} isSwatch />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>{group.name}</span>
        <span className={classes.members}>{membersText(group.users)}</span>
      </span>
    </Link>
  )
}

function membersText(count: number): string {
  return `${figures.format(count)} ${count === 1 ? 'member' : 'members'}`
}
