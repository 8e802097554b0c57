import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Search from 'lucide-react/icons/search'
import type { FocusEvent } from 'react'
import { fieldProps } from '#web/features/groups/picker/combobox-props.ts'
import { GroupOptions } from '#web/features/groups/list/group-options.tsx'
import { GroupStatus } from '#web/features/groups/page/group-status.tsx'
import { leaveCombobox, useCombobox } from '#web/features/groups/picker/use-combobox.ts'
import type { Choice } from '#web/features/groups/picker/use-combobox.ts'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { TextFieldProps } from '#web/ui/fields/text-field.tsx'
import classes from './group-combobox.module.css'

type GroupComboboxProps = {
  value: Choice | null
  onChange: (choice: Choice) => void
  onClose: () => void
  isInSheet?: boolean
} & Pick<TextFieldProps, 'label' | 'aria-label' | 'error' | 'name'>

/** A field that lists what matches while one types: under the field, or filling the sheet it stands in. */
export function GroupCombobox({ value, onChange, onClose, isInSheet = false, ...field }: GroupComboboxProps) {
  const box = useCombobox({ value, onChange, isAlwaysOpen: isInSheet, onClose })
  const isAtRest = !isInSheet && value !== null && box.typed === ''
  const Icon = isInSheet ? Search : ChevronsUpDown

  function leave(event: FocusEvent): void {
    if (!isInSheet && !event.currentTarget.contains(event.relatedTarget)) leaveCombobox(box)
  }

  return (
    <div className={classes.combobox} data-in-sheet={isInSheet || undefined} onBlur={leave}>
      <TextField
        {...field}
        {...fieldProps(box)}
        placeholder="Search by name"
        data-autofocus={isInSheet || undefined}
        value={box.shownText}
        onChange={(event) => box.type(event.currentTarget.value)}
        onClick={box.open}
        onFocus={(event) => event.currentTarget.select()}
        leftSection={isAtRest && <Swatch groupId={value.id} />}
        rightSection={<Icon size={18} strokeWidth={1.9} aria-hidden="true" />}
      />
      {/* Pressing in here must not take the focus out of the field. */}
      <div
        className={classes.panel}
        data-open={box.isOpen || box.hasFailed || undefined}
        data-failed={(!box.isOpen && box.hasFailed) || undefined}
        role="presentation"
        onMouseDown={(event) => event.preventDefault()}
      >
        {box.isOpen && box.groups.length > 0 && <GroupOptions box={box} />}
        <GroupStatus box={box} />
      </div>
    </div>
  )
}

function Swatch({ groupId }: { groupId: number }) {
  return (
    <span className={classes.swatch}>
      <Cloth cloth={clothOf(groupId)} isSwatch />
    </span>
  )
}
