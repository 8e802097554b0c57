import type { Group } from '@rootsquare/contract/groups'
import { useJoin } from '#web/features/groups/membership-api.ts'
import { GroupRow } from '#web/features/groups/group-row.tsx'
import { JoinButton } from '#web/features/groups/join-button.tsx'
import classes from './group-list.module.css'

type GroupListRowProps = {
  group: Group
  also: string | undefined
  /** Undefined until it is known. */
  isJoined: boolean | undefined
  onChange: (groupId: number) => void
}

/** The way into a group, and Join beside it. */
export function GroupListRow({ group, also, isJoined, onChange }: GroupListRowProps) {
  const join = useJoin()
  const isOnItsWay = join.isPending && isJoined === false
  const shown = isOnItsWay ? { ...group, users: group.users + 1 } : group
  return (
    <li className={classes.row}>
      <GroupRow group={shown} also={also} />
      {isJoined !== undefined && (
        <JoinButton group={group} isJoined={isJoined} join={join} onChange={onChange} />
      )}
    </li>
  )
}
