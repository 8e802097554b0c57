import { passwordChecks } from '@rootsquare/contract/lib/fields'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './password-checklist.module.css'

const requirements = [
  { check: passwordChecks.length, label: '8 characters or more' },
  { check: passwordChecks.upper, label: 'An uppercase letter' },
  { check: passwordChecks.lower, label: 'A lowercase letter' },
  { check: passwordChecks.digit, label: 'A number' },
  { check: passwordChecks.special, label: 'One of # ? ! @ $ % ^ & * -' },
] as const

export function PasswordChecklist({ password }: { password: string }) {
  const met = requirements.filter(({ check }) => check(password)).length
  return (
    <div>
      <ul className={classes.list} aria-label="What the password needs">
        {requirements.map(({ check, label }) => (
          <Requirement key={label} label={label} isMet={check(password)} />
        ))}
      </ul>
      <output className="sr-only">{password !== '' && `${met} of ${requirements.length} met`}</output>
    </div>
  )
}

function Requirement({ label, isMet }: { label: string; isMet: boolean }) {
  const icon = isMet ? CircleCheck : Circle
  return (
    <li className={`flex-row text-xs muted ${classes.requirement}`} data-met={isMet || undefined}>
      <Icon of={icon} size="s" className="rigid" />
      {label}
      <span className="sr-only">{isMet ? ': done' : ': missing'}</span>
    </li>
  )
}
