import { useQuery } from '@tanstack/react-query'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useId, useState, type ReactNode, type KeyboardEvent } from 'react'
import type { Bank } from '@rootsquare/contract/trade/payouts'
import { bankList } from '#web/features/orders/payouts/api.ts'
import { foldText } from '#web/lib/format/fold-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import {
  listboxProps,
  optionProps,
  useScrolledIntoView,
  comboboxProps,
  optionAt,
} from '#web/ui/fields/combobox.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import combobox from '#web/ui/fields/combobox.module.css'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './bank-field.module.css'

type BankFieldProps = { name: string; value: string; error: ReactNode; onChange: (code: string) => void }

export function BankField({ name, value: code, error, onChange }: BankFieldProps) {
  const query = useQuery(bankList)
  const box = useBankCombobox(query.data ?? [], code, onChange)
  const loadError = query.isLoadingError ? errorText(query.error, 'The banks could not be loaded.') : null
  return (
    <div className={`positioned ${classes.box}`} onBlur={box.close}>
      <TextField
        name={name}
        label="Bank"
        placeholder={query.isPending ? 'Loading the banks …' : 'Search by name'}
        error={loadError ?? error}
        {...fieldProps(box)}
        value={box.text}
        onChange={(event) => box.type(event.currentTarget.value)}
        onClick={box.open}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<Icon of={ChevronsUpDown} />}
      />
      {loadError !== null && (
        <Button variant="outline" onClick={() => void query.refetch()}>
          Retry
        </Button>
      )}
      {box.hasList && <BankOptions box={box} code={code} />}
      {box.isOpen && box.found.length === 0 && query.isSuccess && (
        <output className={`${combobox.panel} display-block pad-s-m muted`} data-open>
          No bank of this name was found
        </output>
      )}
    </div>
  )
}

function BankOptions({ box, code }: { box: BankCombobox; code: string }) {
  useScrolledIntoView(box.active && box.idOf(box.active))
  return (
    // A click in the list must not take the focus from the field.
    <div
      className={`${combobox.panel} hidden`}
      data-open
      role="presentation"
      onMouseDown={(event) => event.preventDefault()}
    >
      <div {...listboxProps(box.listId, 'Banks')} className={combobox.list}>
        {box.found.map((bank) => (
          <div
            key={bank.code}
            {...optionProps({
              id: box.idOf(bank),
              isSelected: bank.code === code,
              isActive: bank === box.active,
              onChoose: () => box.choose(bank),
            })}
            className={`breakable ${combobox.option} ${classes.option}`}
          >
            {bank.name}
          </div>
        ))}
      </div>
    </div>
  )
}

type BankCombobox = ReturnType<typeof useBankCombobox>

function useBankCombobox(banks: Bank[], code: string, onChange: (code: string) => void) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [activeCode, setActiveCode] = useState('')
  const chosen = banks.find((bank) => bank.code === code)
  const found = banks.filter(({ name }) => foldText(name).includes(foldText(typed ?? '')))
  const first = typed === null ? chosen : found[0]

  function close(): void {
    setOpen(false)
    setTyped(null)
    setActiveCode('')
  }

  return {
    listId,
    isOpen,
    hasList: isOpen && found.length > 0,
    found,
    /** The option that Enter selects. */
    active: found.find((bank) => bank.code === activeCode) ?? first,
    text: typed ?? chosen?.name ?? '',
    idOf: (bank: Bank) => `${listId}-${bank.code}`,
    open: () => setOpen(true),
    close,
    choose(bank: Bank): void {
      onChange(bank.code)
      close()
    },
    type(text: string): void {
      setTyped(text)
      setActiveCode('')
      setOpen(true)
    },
    activate: (bank: Bank | undefined) => setActiveCode(bank?.code ?? ''),
  }
}

function fieldProps(box: BankCombobox) {
  const { listId, hasList, active } = box
  return comboboxProps({
    listId,
    hasList,
    activeId: active && box.idOf(active),
    onKeyDown: (event) => onKeyDown(box, event),
  })
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }

function onKeyDown(box: BankCombobox, event: KeyboardEvent): void {
  const step = steps[event.key]
  if (event.key === 'Enter' && box.isOpen && box.active) box.choose(box.active)
  else if (event.key === 'Escape' && box.isOpen) box.close()
  else if (step !== undefined && box.isOpen) box.activate(optionAt(box.found, box.active, step))
  else if (step !== undefined) box.open()
  else return
  event.preventDefault()
}
