import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { anotherPeople } from '#web/entities/groups/groups-api.ts'
import { GroupPicker } from '#web/features/groups/picker/group-picker.tsx'
import { groupsFailed, type GroupChoice } from '#web/features/groups/picker/use-combobox.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type OwnGroupFieldProps = {
  value: GroupChoice | null
  onChange: (choice: GroupChoice | null) => void
  onLeave: () => void
  error: ReactNode
  name: string
}

/** Chooses the own group, or takes its name if it is not listed. */
export function OwnGroupField(props: OwnGroupFieldProps) {
  const { value, onChange } = props
  const queryClient = useQueryClient()
  /** True if the person has just changed between the list and the name, so that the focus goes along. */
  const [isChanged, setChanged] = useState(false)

  async function propose(proposed: string): Promise<void> {
    const group = await queryClient.fetchQuery(anotherPeople()).catch(() => null)
    if (group === null) return void showSnackbar('error', groupsFailed)
    setChanged(true)
    onChange({ id: group.id, name: group.name, proposed })
  }

  function chooseFromList(): void {
    setChanged(true)
    onChange(null)
  }

  if (value?.proposed !== undefined)
    return (
      <ProposedName
        {...props}
        value={value.proposed}
        isFocused={isChanged}
        onChange={(proposed) => onChange({ ...value, proposed })}
        onBack={chooseFromList}
      />
    )
  return <GroupPicker {...props} onNotListed={(typed) => void propose(typed)} />
}

type ProposedNameProps = Omit<OwnGroupFieldProps, 'value' | 'onChange'> & {
  value: string
  isFocused: boolean
  onChange: (name: string) => void
  onBack: () => void
}

function ProposedName({ value, isFocused, onChange, onLeave, onBack, error, name }: ProposedNameProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused])
  return (
    <div>
      <TextField
        ref={field}
        label="Your people"
        description="Our team makes a group for them and moves you there. Until then your group is “Another people”, and only our team sees this name."
        name={name}
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={value === '' ? undefined : onLeave}
      />
      <button type="button" className="text-link touch" onClick={onBack}>
        Choose from the list
      </button>
    </div>
  )
}
