import classes from './badge.module.css'

const most = 99

type BadgeProps = {
  count: number
  /** On the corner of the icon before it, not beside it. */
  isOnIcon?: boolean
}

/** For the eye alone; whatever it stands on says the same in words. Nothing at 0. */
export function Badge({ count, isOnIcon = false }: BadgeProps) {
  if (count === 0) return null
  return (
    <span className={classes.badge} data-on-icon={isOnIcon || undefined} aria-hidden="true">
      {count > most ? `${most}+` : count}
    </span>
  )
}
