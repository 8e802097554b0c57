import classes from './spinner.module.css'

/** Beside words that say what is being waited for. */
export function Spinner() {
  return <span className={classes.spinner} aria-hidden="true" />
}
