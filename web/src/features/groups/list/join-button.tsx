import type { Group } from '@rootsquare/contract/groups'
import Check from 'lucide-react/icons/check'
import type { Joining } from '#web/entities/groups/use-joining.ts'
import classes from './group-list.module.css'

type JoinButtonProps = { group: Group; isJoined: boolean; joining: Joining }

/** Says Joined at once, and Join again if the server rejects it. It stays a button, so that it keeps the focus. */
export function JoinButton({ group, isJoined, joining: { join, status } }: JoinButtonProps) {
  const isOn = isJoined || status === 'pending' || status === 'success'
  const className = ['row gap-6 rigid', isOn ? classes.mark : classes.join].join(' ')
  const icon = isOn && <Check size={18} strokeWidth={2.2} aria-hidden="true" />
  if (isJoined && status === 'idle') return <span className={className}>{icon}Joined</span>
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isOn || undefined}
      onClick={() => (isOn ? undefined : join())}
    >
      {icon}
      {isOn ? 'Joined' : 'Join'}
      <span className="sr-only"> {group.name}</span>
    </button>
  )
}
