import classes from './badge.module.css'

const most = 99

/** On the corner of an icon. Says nothing by itself: its count is in the icon's name, see `countedName`. */
export function Badge({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <span className={classes.badge} aria-hidden="true">
      {count > most ? `${most}+` : count}
    </span>
  )
}
