import classes from './spinner.module.css'

/** Must be beside a text, which screen readers read instead. */
export function Spinner() {
  return <span className={`${classes.spinner} circle-44`} aria-hidden="true" />
}
