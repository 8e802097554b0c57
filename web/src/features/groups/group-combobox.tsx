import type { TextInputProps } from '@mantine/core'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Search from 'lucide-react/icons/search'
import type { FocusEvent } from 'react'
import { GroupOptions } from '#web/features/groups/group-options.tsx'
import { GroupStatus } from '#web/features/groups/group-status.tsx'
import { useCombobox } from '#web/features/groups/use-combobox.ts'
import type { Choice } from '#web/features/groups/use-combobox.ts'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './group-combobox.module.css'

type GroupComboboxProps = {
  value: Choice | null
  onChange: (choice: Choice) => void
  onClose: () => void
  isInSheet?: boolean
} & Pick<TextInputProps, 'label' | 'aria-label' | 'error' | 'name' | 'placeholder'>

/** A field that lists what matches while one types: under the field, or filling the sheet it stands in. */
export function GroupCombobox({ value, onChange, onClose, isInSheet = false, ...field }: GroupComboboxProps) {
  const box = useCombobox({ value, onChange, isAlwaysOpen: isInSheet, onClose })
  const hasList = box.isOpen && box.groups.length > 0
  const Icon = isInSheet ? Search : ChevronsUpDown

  function leave(event: FocusEvent): void {
    if (!isInSheet && !event.currentTarget.contains(event.relatedTarget)) box.leave()
  }

  return (
    <div className={classes.combobox} data-in-sheet={isInSheet || undefined} onBlur={leave}>
      <TextField
        {...field}
        data-autofocus={isInSheet || undefined}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? box.listId : undefined}
        aria-activedescendant={hasList && box.active ? box.optionId(box.active.id) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={box.shownText}
        onChange={(event) => box.type(event.currentTarget.value)}
        onClick={box.open}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={box.onKeyDown}
        rightSection={<Icon size={18} strokeWidth={1.9} aria-hidden="true" />}
        rightSectionPointerEvents="none"
      />
      {/* Pressing in here must not take the focus out of the field. */}
      <div
        className={classes.panel}
        data-open={box.isOpen || box.hasFailed || undefined}
        data-failed={(!box.isOpen && box.hasFailed) || undefined}
        role="presentation"
        onMouseDown={(event) => event.preventDefault()}
      >
        {hasList && <GroupOptions box={box} chosenId={value?.id} />}
        <GroupStatus box={box} />
      </div>
    </div>
  )
}
