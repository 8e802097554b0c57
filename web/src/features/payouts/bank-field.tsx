import { useQuery } from '@tanstack/react-query'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ReactNode } from 'react'
import { bankList } from '#web/features/payouts/api.ts'
import { fieldProps, useBankCombobox, type BankCombobox } from '#web/features/payouts/use-bank-combobox.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { listboxProps, optionProps, useScrolledIntoView } from '#web/ui/fields/combobox.ts'
import combobox from '#web/ui/fields/combobox.module.css'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './bank-field.module.css'

type BankFieldProps = { name: string; code: string; error: ReactNode; onChange: (code: string) => void }

export function BankField({ name, code, error, onChange }: BankFieldProps) {
  const query = useQuery(bankList)
  const box = useBankCombobox(query.data ?? [], code, onChange)
  const loadError = query.isLoadingError ? errorText(query.error, 'The banks could not be loaded.') : null
  return (
    <div className={classes.box} onBlur={box.close}>
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
        rightSection={<ChevronsUpDown size={18} strokeWidth={1.9} aria-hidden="true" />}
      />
      {loadError !== null && (
        <Button variant="outline" onClick={() => void query.refetch()}>
          Retry
        </Button>
      )}
      {box.hasList && <BankOptions box={box} code={code} />}
      {box.isOpen && box.found.length === 0 && query.isSuccess && (
        <output className={`${combobox.panel} ${combobox.status}`} data-open>
          No bank of this name was found
        </output>
      )}
    </div>
  )
}

function BankOptions({ box, code }: { box: BankCombobox; code: string }) {
  useScrolledIntoView(box.active && box.idOf(box.active))
  return (
    // A press in the list must not move the focus out of the field.
    <div
      className={combobox.panel}
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
