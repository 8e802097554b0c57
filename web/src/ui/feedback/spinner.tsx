import classes from './spinner.module.css'

/** Always beside a text, which is what a screen reader reads. */
export function Spinner() {
  return <span className={classes.spinner} aria-hidden="true" />
}
