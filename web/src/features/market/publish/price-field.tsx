import { useLayoutEffect, useRef } from 'react'
import type { ChangeEvent } from 'react'
import { caretAfter, editedPrice, withSeparators } from '#web/lib/format/price-text.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from '#web/features/market/publish/ad-dialog.module.css'

type PriceFieldProps = {
  /** Figures and a point, without separators. */
  value: string
  error: string | undefined
  isBusy: boolean
  onChange: (figures: string) => void
}

/** Naira, with separators while it is typed; the caret stays among the same figures. */
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
    const place = selectionStart ?? typed.length
    const { figures, before } = editedPrice({ figures: value, typed, caret: place, isForward })
    const at = caretAfter(withSeparators(figures), before)
    if (figures !== value) {
      caret.current = at
      return onChange(figures)
    }
    // Nothing is drawn anew, so that what does not count is taken out here.
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
