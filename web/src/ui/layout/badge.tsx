import classes from './badge.module.css'

const most = 99

type BadgeProps = {
  count: number
  /** Shows the badge on the corner of the icon instead of beside it. */
  isOnIcon?: boolean
}

/** Is hidden from screen readers, because the name of the surrounding control contains the count. */
export function Badge({ count, isOnIcon = false }: BadgeProps) {
  if (count === 0) return null
  return (
    <span className={classes.badge} data-on-icon={isOnIcon || undefined} aria-hidden="true">
      {count > most ? `${most}+` : count}
    </span>
  )
}
