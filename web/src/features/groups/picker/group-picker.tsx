import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { groupsNamed } from '#web/entities/groups/groups-api.ts'
import { GroupCombobox } from '#web/features/groups/picker/group-combobox.tsx'
import type { Choice } from '#web/features/groups/picker/use-combobox.ts'
import { groupsFailed } from '#web/features/groups/picker/use-group-search.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './group-picker.module.css'

type GroupPickerProps = {
  value: Choice | null
  onChange: (choice: Choice) => void
  onLeave: () => void
  error: ReactNode
  name: string
}

function openerProps(error: ReactNode) {
  return { role: 'combobox', 'aria-haspopup': 'dialog', 'aria-invalid': error ? true : undefined } as const
}

/** A field with a list below it, or on a phone a sheet. */
export function GroupPicker(props: GroupPickerProps) {
  const isNarrow = useMediaQuery('(max-width: 599px)')
  const { isError, errorUpdateCount } = useInfiniteQuery(groupsNamed(''))
  useEffect(() => {
    if (isError) showSnackbar('error', groupsFailed)
  }, [isError, errorUpdateCount])
  if (isNarrow) return <GroupSheet {...props} />
  const { onLeave, ...field } = props
  return <GroupCombobox {...field} label="Ethnic group" onClose={onLeave} />
}

function GroupSheet({ value, onChange, onLeave, error, name }: GroupPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  function close(): void {
    setOpen(false)
    onLeave()
  }
  return (
    <div className={classes.field}>
      <span id={`${id}-label`} className={classes.label}>
        Ethnic group
      </span>
      <button
        {...openerProps(error)}
        type="button"
        name={name}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-sheet` : undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classes.opener}
        onClick={() => setOpen(true)}
      >
        <Chosen value={value} />
        <ChevronsUpDown size={18} strokeWidth={1.9} aria-hidden="true" />
      </button>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
      <Dialog isOpen={isOpen} onClose={close} title="Ethnic group">
        <div id={`${id}-sheet`}>
          <GroupCombobox
            isInSheet
            aria-label="Search ethnic groups"
            value={value}
            onChange={onChange}
            onClose={close}
          />
        </div>
      </Dialog>
    </div>
  )
}

function Chosen({ value }: { value: Choice | null }) {
  if (value === null) return <span className={classes.none}>Choose your group</span>
  return (
    <span className={classes.chosen}>
      <span className={classes.swatch}>
        <Cloth cloth={clothOf(value.id)} isSwatch />
      </span>
      {value.name}
    </span>
  )
}
