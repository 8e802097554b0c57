import X from 'lucide-react/icons/x'
import { useRef, type ReactNode } from 'react'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './filter-chips.module.css'

/** A chip without a text is not shown. */
export type FilterChip<Name extends string> = { name: Name; text: string | undefined }

type FilterChipsProps<Name extends string> = {
  chips: FilterChip<Name>[]
  /** Shown before the chips. */
  choices: ReactNode
  /** Whether a choice has been made. */
  isChosen: boolean
  onRemove: (name: Name) => void
  onClear: () => void
}

/** Shows the filters of a list, each with a button that removes it. */
export function FilterChips<Name extends string>(props: FilterChipsProps<Name>) {
  const { choices, isChosen, onRemove, onClear } = props
  const chips = props.chips.filter(({ text }) => text !== undefined)
  const box = useRef<HTMLFieldSetElement>(null)

  // The pressed chip is removed, so the focus moves to another filter.
  function remove(run: () => void): void {
    box.current?.focus()
    run()
  }

  return (
    <fieldset ref={box} className={`flex-row wrap ${classes.filters}`} aria-label="Filters" tabIndex={-1}>
      {choices}
      {chips.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className={`flex-row ${classes.chip}`}
          onClick={() => remove(() => onRemove(name))}
        >
          <span className="sr-only">Remove filter: </span>
          {text}
          <Icon of={X} size="s" className="rigid" />
        </button>
      ))}
      {(chips.length > 0 || isChosen) && (
        <button
          type="button"
          className={`flex-row underline-on-hover ${classes.clear}`}
          onClick={() => remove(onClear)}
        >
          Clear All Filters
        </button>
      )}
    </fieldset>
  )
}
