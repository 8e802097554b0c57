import { passwordChecks } from '@rootsquare/contract/fields'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import classes from './password-checklist.module.css'

const needs = [
  { check: passwordChecks.length, words: '8 characters or more' },
  { check: passwordChecks.upper, words: 'An uppercase letter' },
  { check: passwordChecks.lower, words: 'A lowercase letter' },
  { check: passwordChecks.digit, words: 'A number' },
  { check: passwordChecks.special, words: 'One of # ? ! @ $ % ^ & * -' },
] as const

/** Ticks off what a password has while it is typed. */
export function PasswordChecklist({ password }: { password: string }) {
  const met = needs.filter(({ check }) => check(password)).length
  return (
    <div>
      <ul className={classes.list} aria-label="What the password needs">
        {needs.map(({ check, words }) => (
          <Need key={words} words={words} isMet={check(password)} />
        ))}
      </ul>
      <output className="sr-only">{password !== '' && `${met} of ${needs.length} met`}</output>
    </div>
  )
}

function Need({ words, isMet }: { words: string; isMet: boolean }) {
  const Icon = isMet ? CircleCheck : Circle
  return (
    <li className={classes.need} data-met={isMet || undefined}>
      <Icon size={16} strokeWidth={2.2} aria-hidden="true" />
      {words}
      <span className="sr-only">{isMet ? ': done' : ': missing'}</span>
    </li>
  )
}
