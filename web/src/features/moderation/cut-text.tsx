import { useEffect, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import classes from './cut-text.module.css'

/** What fits into two lines of the narrowest cell. */
const short = 40

/** Two lines of a longer text, and all of it in a bubble: under the mouse, on focus and at a tap. Esc takes it away. */
export function CutText({ text }: { text: string }) {
  if ([...text].length <= short) return <span dir="auto">{text}</span>
  return <Bubbled text={text} />
}

function Bubbled({ text }: { text: string }) {
  const cut = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen])

  /** Where there is room enough it is not cut, and there is nothing more to show. */
  function open(): void {
    const box = cut.current
    setOpen(box !== null && box.scrollHeight > box.clientHeight)
  }

  // A finger leaves at once what it has touched.
  function onMouse({ pointerType, type }: PointerEvent): void {
    if (pointerType !== 'mouse') return
    if (type === 'pointerenter') open()
    else setOpen(false)
  }

  return (
    <span className={classes.box} onPointerEnter={onMouse} onPointerLeave={onMouse}>
      <button
        type="button"
        className={classes.button}
        dir="auto"
        onFocus={open}
        onBlur={() => setOpen(false)}
        onClick={(event) => {
          // Not every browser gives it the focus, without which the bubble would not know when to go.
          event.currentTarget.focus()
          open()
        }}
      >
        <span ref={cut} className={classes.cut}>
          {text}
        </span>
      </button>
      {isOpen && (
        // Whoever listens has heard all of it in the button.
        <span className={classes.bubble} dir="auto" aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}
