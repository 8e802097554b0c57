import classes from './badge.module.css'

const most = 99

type BadgeProps = {
  count: number
  /** On the corner of the icon before it, not beside it. */
  isOnIcon?: boolean
}

/** Hidden from screen readers: the control around it has the count in its name. */
export function Badge({ count, isOnIcon = false }: BadgeProps) {
  if (count === 0) return null
  return (
    <span className={classes.badge} data-on-icon={isOnIcon || undefined} aria-hidden="true">
      {count > most ? `${most}+` : count}
    </span>
  )
}
