import type { Group } from '@rootsquare/contract/groups'
import Check from 'lucide-react/icons/check'
import type { Joining } from '#web/entities/groups/use-joining.ts'
import classes from './join-button.module.css'

type JoinButtonProps = { group: Group; isJoined: boolean; joining: Joining }

/** Says Joined at once, and Join again where the server refuses. Whoever pressed it keeps the focus on it. */
export function JoinButton({ group, isJoined, joining: { join, status } }: JoinButtonProps) {
  const isOn = isJoined || status === 'pending' || status === 'success'
  if (isJoined && status === 'idle') return <JoinedMark />
  return (
    <button
      type="button"
      className={isOn ? classes.mark : classes.join}
      aria-disabled={isOn || undefined}
      onClick={() => {
        if (!isOn) join()
      }}
    >
      {isOn ? <Joined /> : 'Join'}
      <span className="sr-only"> {group.name}</span>
    </button>
  )
}

function JoinedMark() {
  return (
    <span className={classes.mark}>
      <Joined />
    </span>
  )
}

function Joined() {
  return (
    <>
      <Check size={18} strokeWidth={2.2} aria-hidden="true" />
      Joined
    </>
  )
}
