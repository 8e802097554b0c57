import { useLayoutEffect, useRef } from 'react'
import type { ChangeEvent } from 'react'
import { caretAfter, editedPrice, withSeparators } from '#web/lib/format/price-text.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from '#web/features/market/publish/ad-dialog.module.css'

type PriceFieldProps = {
  /** Digits and a point, without separators. */
  value: string
  error: string | undefined
  isBusy: boolean
  onChange: (figures: string) => void
}

/** Shows separators while typing; the caret stays between the same digits. */
export function PriceField({ value, error, isBusy, onChange }: PriceFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const shown = withSeparators(value)

  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function change({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const { value: typed, selectionStart } = currentTarget
    const isForward = 'inputType' in nativeEvent && nativeEvent.inputType === 'deleteContentForward'
    const position = selectionStart ?? typed.length
    const { figures, before } = editedPrice({ figures: value, typed, caret: position, isForward })
    const at = caretAfter(withSeparators(figures), before)
    if (figures !== value) {
      caret.current = at
      return onChange(figures)
    }
    // React renders nothing if the value is the same, so characters that do not count are removed here.
    currentTarget.value = shown
    currentTarget.setSelectionRange(at, at)
  }

  return (
    <TextField
      ref={input}
      label="Price"
      name="price"
      inputMode="decimal"
      autoComplete="off"
      leftSection={
        <span className={classes.naira} aria-hidden="true">
          ₦
        </span>
      }
      value={shown}
      error={error}
      readOnly={isBusy}
      onChange={change}
    />
  )
}
