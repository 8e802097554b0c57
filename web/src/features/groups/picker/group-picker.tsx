import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { groupsNamed } from '#web/entities/groups/groups-api.ts'
import { GroupCombobox, GroupSwatch } from '#web/features/groups/picker/group-combobox.tsx'
import type { Choice } from '#web/features/groups/picker/use-combobox.ts'
import { groupsFailed } from '#web/features/groups/picker/use-group-search.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './group-combobox.module.css'

type GroupPickerProps = {
  value: Choice | null
  onChange: (choice: Choice) => void
  onLeave: () => void
  error: ReactNode
  name: string
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

const openerProps = { role: 'combobox', 'aria-haspopup': 'dialog' } as const

function GroupSheet({ value, onChange, onLeave, error, name }: GroupPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const sheetId = useId()
  function close(): void {
    setOpen(false)
    onLeave()
  }
  return (
    <>
      <Field
        id={undefined}
        label="Ethnic group"
        error={error}
        leftSection={value && <GroupSwatch groupId={value.id} />}
        rightSection={<ChevronsUpDown size={18} strokeWidth={1.9} aria-hidden="true" />}
      >
        {(control) => (
          <button
            {...control}
            {...openerProps}
            type="button"
            name={name}
            aria-expanded={isOpen}
            aria-controls={isOpen ? sheetId : undefined}
            className={[control.className, 'one-line', classes.opener].join(' ')}
            data-empty={value === null || undefined}
            onClick={() => setOpen(true)}
          >
            {value?.name ?? 'Choose your group'}
          </button>
        )}
      </Field>
      <Dialog isOpen={isOpen} onClose={close} title="Ethnic group">
        <div id={sheetId}>
          <GroupCombobox
            isInSheet
            aria-label="Search ethnic groups"
            value={value}
            onChange={onChange}
            onClose={close}
          />
        </div>
      </Dialog>
    </>
  )
}
