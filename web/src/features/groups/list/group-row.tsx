import type { Group } from '@rootsquare/contract/groups'
import { Link } from '@tanstack/react-router'
import { GroupPicture } from '#web/features/groups/page/group-picture.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import classes from './group-row.module.css'

/** `also`: the other name it was found by. */
export function GroupRow({ group, also }: { group: Group; also?: string | undefined }) {
  return (
    <Link
      to="/group/$groupId"
      params={{ groupId: String(group.id) }}
      className={['row gap-12 grow', classes.row].join(' ')}
    >
      <span className={['rigid', classes.picture].join(' ')}>
        <GroupPicture groupId={group.id} image={group.image} isSwatch />
      </span>
      <span className={['breakable', classes.text].join(' ')}>
        <span className={classes.name}>
          <span className="strong">{group.name}</span>
          {also !== undefined && <small className="small muted"> also: {also}</small>}
        </span>
        <span className="small muted">{quantityText(group.users, 'member')}</span>
      </span>
    </Link>
  )
}
