import type { Bank } from '@rootsquare/contract/trade/payouts'
import { useId, useState, type KeyboardEvent } from 'react'
import { comboboxProps, optionAt } from '#web/ui/fields/combobox.ts'
import { foldText } from '#web/lib/format/fold-text.ts'

export type BankCombobox = ReturnType<typeof useBankCombobox>

export function useBankCombobox(banks: Bank[], code: string, onChange: (code: string) => void) {
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
    /** The option that Enter chooses. */
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

export function fieldProps(box: BankCombobox) {
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
