import type { Group } from '@rootsquare/contract/groups'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import { JoinButton } from '#web/features/groups/page/join-button.tsx'
import { useJoining } from '#web/entities/groups/use-joining.ts'
import type { OnMembership } from '#web/entities/groups/use-joining.ts'
import classes from './group-list.module.css'

type GroupListRowProps = {
  group: Group
  also: string | undefined
  /** Undefined until it is known. */
  isJoined: boolean | undefined
  onChange: OnMembership
}

/** The way into a group, and Join beside it. */
export function GroupListRow({ group, also, isJoined, onChange }: GroupListRowProps) {
  const joining = useJoining(group, onChange)
  const isOnItsWay = joining.isJoining && isJoined === false
  const shown = isOnItsWay ? { ...group, users: group.users + 1 } : group
  return (
    <li className={classes.row}>
      <GroupRow group={shown} also={also} />
      {isJoined !== undefined && <JoinButton group={group} isJoined={isJoined} joining={joining} />}
    </li>
  )
}
