import { useInfiniteQuery } from '@tanstack/react-query'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
} from 'react'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { groupsNamed } from '#web/entities/groups/groups-api.ts'
import type { GroupChoice, Combobox } from '#web/features/groups/picker/use-combobox.ts'
import {
  groupsFailed,
  groupFieldProps,
  leaveCombobox,
  groupListProps,
  useCombobox,
} from '#web/features/groups/picker/use-combobox.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import Check from 'lucide-react/icons/check'
import Search from 'lucide-react/icons/search'
import { ClothSwatch } from '#web/ui/layout/cloth.tsx'
import { useScrolledIntoView } from '#web/ui/fields/combobox.ts'
import combobox from '#web/ui/fields/combobox.module.css'
import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import { alsoNamed } from '#web/entities/groups/match-group.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './group-picker.module.css'

type GroupPickerProps = {
  value: GroupChoice | null
  onChange: (choice: GroupChoice | null) => void
  onLeave: () => void
  error: ReactNode
  name: string
  /** Is called with what was typed by a person whose people are not listed. Without it there is no such choice. */
  onNotListed?: (typed: string) => void
}

export function GroupPicker(props: GroupPickerProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const { isError, errorUpdateCount } = useInfiniteQuery(groupsNamed(''))
  useEffect(() => {
    if (isError) showSnackbar('error', groupsFailed)
  }, [isError, errorUpdateCount])
  if (isNarrow) return <GroupSheet {...props} />
  const { onLeave, onNotListed, ...field } = props
  return <GroupCombobox {...field} label="Ethnic group" onClose={onLeave} onNotListed={onNotListed} />
}

const openerProps = { role: 'combobox', 'aria-haspopup': 'dialog' } as const

function GroupSheet({ value, onChange, onLeave, error, name, onNotListed }: GroupPickerProps) {
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
        leftSection={value && <ClothSwatch name={value.name} size={30} />}
        rightSection={<Icon of={ChevronsUpDown} />}
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
      {!isOpen && value === null && onNotListed && <NotListedButton onClick={() => onNotListed('')} />}
      <Dialog isOpen={isOpen} onClose={close} title="Ethnic group">
        <div id={sheetId}>
          <GroupCombobox
            isInSheet
            aria-label="Search ethnic groups"
            value={value}
            onChange={onChange}
            onClose={close}
            onNotListed={onNotListed}
          />
        </div>
      </Dialog>
    </>
  )
}

type GroupComboboxProps = {
  value: GroupChoice | null
  onChange: (choice: GroupChoice) => void
  onClose: () => void
  isInSheet?: boolean
  onNotListed: ((typed: string) => void) | undefined
} & Pick<TextFieldProps, 'label' | 'aria-label' | 'error' | 'name'>

function GroupCombobox(props: GroupComboboxProps) {
  const { value, onChange, onClose, isInSheet = false, onNotListed, ...field } = props
  const box = useCombobox({ value, onChange, isAlwaysOpen: isInSheet, onClose })
  /** Outlives the list, because Tab closes it on the way to the button below. */
  const lastTyped = useRef('')
  const isAtRest = !isInSheet && value !== null && box.typed === ''
  const icon = isInSheet ? Search : ChevronsUpDown

  function leave(event: FocusEvent): void {
    if (!isInSheet && !event.currentTarget.contains(event.relatedTarget)) leaveCombobox(box)
  }

  return (
    <div className={`positioned ${classes.combobox}`} data-in-sheet={isInSheet || undefined} onBlur={leave}>
      <TextField
        {...field}
        {...groupFieldProps(box)}
        placeholder="Search by name"
        data-autofocus={isInSheet || undefined}
        value={box.shownText}
        onChange={(event) => {
          lastTyped.current = event.currentTarget.value.trim()
          box.type(event.currentTarget.value)
        }}
        onClick={box.list.open}
        onFocus={(event) => event.currentTarget.select()}
        leftSection={isAtRest && <ClothSwatch name={value.name} size={30} />}
        rightSection={<Icon of={icon} />}
      />
      {/* A press in the list must not move the focus out of the field. */}
      <div
        className={`${combobox.panel} hidden ${classes.panel}`}
        data-open={box.list.isOpen || box.hasFailed || undefined}
        data-failed={(!box.list.isOpen && box.hasFailed) || undefined}
        role="presentation"
        onMouseDown={(event) => event.preventDefault()}
      >
        {box.list.isOpen && box.groups.length > 0 && <GroupOptions box={box} />}
        <GroupStatus box={box} />
        {box.list.isOpen && onNotListed && (
          <div className={classes.notListed}>
            <NotListedButton
              // In the sheet the keyboard reaches it; elsewhere Tab closes the list, and the button is below the field.
              tabIndex={isInSheet ? undefined : -1}
              onClick={() => {
                box.list.close()
                onNotListed(lastTyped.current)
              }}
            />
          </div>
        )}
      </div>
      {!box.list.isOpen && value === null && onNotListed && (
        <NotListedButton onClick={() => onNotListed(lastTyped.current)} />
      )}
    </div>
  )
}

function NotListedButton(props: Pick<ComponentProps<'button'>, 'onClick' | 'tabIndex'>) {
  return (
    <button type="button" {...props} className={`text-link touch ${classes.notListedButton}`}>
      My people are not listed
    </button>
  )
}

function GroupOptions({ box }: { box: Combobox }) {
  useScrolledIntoView(box.list.id)
  useScrolledIntoView(box.list.activeId)
  return (
    <div {...groupListProps(box)} className={`${combobox.list} ${classes.list}`}>
      <ListRows of={box.groups} rowKey={({ id }) => id} as="div">
        {(group) => {
          const also = alsoNamed(group, box.typed)
          return (
            <div
              {...box.list.optionProps(group, group.id === box.chosenId)}
              className={`${combobox.option} ${classes.option}`}
            >
              <ClothSwatch name={group.name} size={30} />
              <span className={`grow breakable ${classes.name}`}>
                {group.name}
                {also !== undefined && <small className="text-xs muted regular"> also: {also}</small>}
              </span>
              {group.id === box.chosenId && <Icon of={Check} />}
            </div>
          )
        }}
      </ListRows>
    </div>
  )
}

/** Announces the state of the search, and to screen readers how many groups were found. */
function GroupStatus({ box }: { box: Combobox }) {
  const { groups, statusText, hasFailed, typed } = box
  const { isOpen } = box.list
  const found = isOpen && typed !== '' ? quantityText(groups.length, 'group') : ''
  const isSeen = statusText !== undefined && (isOpen || hasFailed)
  return (
    <>
      <output
        className={isSeen ? `display-block pad-s-m muted ${classes.status}` : 'sr-only'}
        data-failed={hasFailed || undefined}
      >
        {isSeen ? statusText : found}
      </output>
      {hasFailed && (
        <div className={`${combobox.retry} ${classes.retry}`}>
          <Button variant="outline" onClick={box.retry}>
            Retry
          </Button>
        </div>
      )}
    </>
  )
}
