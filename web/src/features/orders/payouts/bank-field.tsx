import type { Bank } from '@rootsquare/contract/trade/payouts'
import { useQuery } from '@tanstack/react-query'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useState, type ReactNode } from 'react'
import { bankList } from '#web/features/orders/payouts/api.ts'
import { foldText } from '#web/lib/format/fold-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { arrowSteps, useListbox, useScrolledIntoView, type Listbox } from '#web/ui/fields/combobox.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import combobox from '#web/ui/fields/combobox.module.css'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './bank-field.module.css'

const steps = { ...arrowSteps, PageDown: 5, PageUp: -5 }

type BankFieldProps = { name: string; value: string; error: ReactNode; onChange: (code: string) => void }

export function BankField({ name, value: code, error, onChange }: BankFieldProps) {
  const query = useQuery(bankList)
  const [typed, setTyped] = useState<string | null>(null)
  const banks = query.data ?? []
  const chosen = banks.find((bank) => bank.code === code)
  const found = banks.filter((bank) => foldText(bank.name).includes(foldText(typed ?? '')))
  const list = useListbox({
    label: 'Banks',
    options: found,
    keyOf: (bank) => bank.code,
    activeOf: (reached) => reached ?? (typed === null ? chosen : found[0]),
    steps,
    onChoose: (bank) => onChange(bank.code),
    onClose: () => setTyped(null),
  })
  const loadError = query.isLoadingError ? errorText(query.error, 'The banks could not be loaded.') : null
  return (
    <div className={`positioned ${classes.box}`} onBlur={list.close}>
      <TextField
        name={name}
        label="Bank"
        placeholder={query.isPending ? 'Loading the banks …' : 'Search by name'}
        error={loadError ?? error}
        {...list.fieldProps}
        value={typed ?? chosen?.name ?? ''}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          list.restart()
        }}
        onClick={list.open}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<Icon of={ChevronsUpDown} />}
      />
      {loadError !== null && (
        <Button variant="outline" onClick={() => void query.refetch()}>
          Retry
        </Button>
      )}
      {list.hasList && <BankOptions {...{ list, found, chosen }} />}
      {list.isOpen && found.length === 0 && query.isSuccess && (
        <output className={`${combobox.panel} display-block pad-s-m muted`} data-open>
          No bank of this name was found
        </output>
      )}
    </div>
  )
}

type BankOptionsProps = { list: Listbox<Bank>; found: Bank[]; chosen: Bank | undefined }

function BankOptions({ list, found, chosen }: BankOptionsProps) {
  useScrolledIntoView(list.activeId)
  return (
    // A click in the list must not take the focus from the field.
    <div
      className={`${combobox.panel} hidden`}
      data-open
      role="presentation"
      onMouseDown={(event) => event.preventDefault()}
    >
      <div {...list.listProps} className={combobox.list}>
        {found.map((bank) => (
          <div
            key={bank.code}
            {...list.optionProps(bank, bank === chosen)}
            className={`breakable ${combobox.option} ${classes.option}`}
          >
            {bank.name}
          </div>
        ))}
      </div>
    </div>
  )
}
