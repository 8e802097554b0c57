import X from 'lucide-react/icons/x'
import { useRef, type ReactNode } from 'react'
import classes from './filter-chips.module.css'

/** Without a text it is not shown. */
export type Chip<Name extends string> = { name: Name; text: string | undefined }

type FilterChipsProps<Name extends string> = {
  chips: Chip<Name>[]
  /** Shown before the chips. */
  choices: ReactNode
  /** Whether one of the choices is made. */
  isChosen: boolean
  onRemove: (name: Name) => void
  onClear: () => void
}

/** The filters of a list; each can be removed. */
export function FilterChips<Name extends string>(props: FilterChipsProps<Name>) {
  const { choices, isChosen, onRemove, onClear } = props
  const chips = props.chips.filter(({ text }) => text !== undefined)
  const box = useRef<HTMLFieldSetElement>(null)

  // The chip that was pressed goes; the focus stays among the filters.
  function remove(run: () => void): void {
    box.current?.focus()
    run()
  }

  return (
    <fieldset ref={box} className={`row wrap ${classes.filters}`} aria-label="Filters" tabIndex={-1}>
      {choices}
      {chips.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          onClick={() => remove(() => onRemove(name))}
        >
          <span className="sr-only">Remove filter: </span>
          {text}
          <X size={16} strokeWidth={1.9} aria-hidden="true" />
        </button>
      ))}
      {(chips.length > 0 || isChosen) && (
        <button
          type="button"
          className={`${classes.clear} underline-on-hover`}
          onClick={() => remove(onClear)}
        >
          Clear All Filters
        </button>
      )}
    </fieldset>
  )
}
