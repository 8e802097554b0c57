import type { Group } from '@rootsquare/contract/groups'
import Check from 'lucide-react/icons/check'
import type { useJoin } from '#web/features/groups/membership-api.ts'
import { announce } from '#web/lib/announce.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import classes from './join-button.module.css'

type JoinButtonProps = {
  group: Group
  isJoined: boolean
  join: ReturnType<typeof useJoin>
  onChange: (groupId: number) => void
}

/** Says Joined at once, and Join again where the server refuses. Whoever pressed it keeps the focus on it. */
export function JoinButton({ group, isJoined, join, onChange }: JoinButtonProps) {
  const isOn = isJoined || join.isPending || join.isSuccess
  if (isJoined && join.isIdle) return <JoinedMark />

  function press(): void {
    if (isOn) return
    clearSnackbars()
    join.mutateAsync(group).then(
      () => {
        announce('live-polite', `You have joined ${group.name}`)
        onChange(group.id)
      },
      (failure: unknown) => showSnackbar('error', failureText(failure, 'An error occurred')),
    )
  }

  return (
    <button
      type="button"
      className={isOn ? classes.mark : classes.join}
      aria-disabled={isOn || undefined}
      onClick={press}
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
