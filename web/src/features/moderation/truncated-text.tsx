import { useEffect, useRef, useState, type PointerEvent } from 'react'
import classes from './truncated-text.module.css'

/** So many characters fit into two lines of the narrowest cell. */
const maxCharacters = 40

/** Two lines of a longer text, and all of it in a bubble: under the mouse, on focus and at a tap. Esc takes it away. */
export function TruncatedText({ text }: { text: string }) {
  if ([...text].length <= maxCharacters) return <span dir="auto">{text}</span>
  return <WithBubble text={text} />
}

function WithBubble({ text }: { text: string }) {
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

  /** A text that fits is not cut, and needs no bubble. */
  function open(): void {
    const box = cut.current
    setOpen(box !== null && box.scrollHeight > box.clientHeight)
  }

  // A touch sends the leave event at once.
  function onMouse({ pointerType, type }: PointerEvent): void {
    if (pointerType !== 'mouse') return
    if (type === 'pointerenter') open()
    else setOpen(false)
  }

  return (
    <span className={classes.box} onPointerEnter={onMouse} onPointerLeave={onMouse}>
      <button
        type="button"
        className={`plain breakable ${classes.button}`}
        dir="auto"
        onFocus={open}
        onBlur={() => setOpen(false)}
        onClick={(event) => {
          // Not every browser focuses a clicked button, and the bubble closes on blur.
          event.currentTarget.focus()
          open()
        }}
      >
        <span ref={cut} className={classes.cut}>
          {text}
        </span>
      </button>
      {isOpen && (
        // A screen reader has read the whole text in the button.
        <span className={`breakable ${classes.bubble}`} dir="auto" aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}
