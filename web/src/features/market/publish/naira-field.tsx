import { useLayoutEffect, useRef, type ChangeEvent, type ReactNode } from 'react'
import { caretAfter, editedPrice, withSeparators } from '#web/lib/format/price-text.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

type NairaFieldProps = {
  label: string
  name: string
  /** The value has digits and a decimal point, but no separators. */
  value: string
  error: ReactNode
  isBusy: boolean
  /** True if the field gets the focus when its dialog opens. */
  isFirst?: boolean
  onChange: (figures: string) => void
  onBlur?: () => void
}

/** Shows separators while typing; the caret stays between the same digits. */
export function NairaField({ isBusy, isFirst, value, onChange, ...field }: NairaFieldProps) {
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
    // React renders nothing if the value is the same, so invalid characters are removed here.
    currentTarget.value = shown
    currentTarget.setSelectionRange(at, at)
  }

  return (
    <TextField
      {...field}
      ref={input}
      inputMode="decimal"
      autoComplete="off"
      data-autofocus={isFirst || undefined}
      leftSection={
        <span className="semibold ink text-m" aria-hidden="true">
          ₦
        </span>
      }
      value={shown}
      readOnly={isBusy}
      onChange={change}
    />
  )
}
