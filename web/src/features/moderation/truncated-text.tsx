import { useEffect, useRef, useState, type PointerEvent } from 'react'
import classes from './truncated-text.module.css'

/** This many characters fit into two lines of the narrowest cell. */
const maxCharacters = 40

/** Shows two lines of a long text, and all of it in a bubble on hover, focus or tap. Esc closes the bubble. */
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

  /** Opens the bubble only if the text is cut off. */
  function open(): void {
    const box = cut.current
    setOpen(box !== null && box.scrollHeight > box.clientHeight)
  }

  // Touches are ignored, because they send the leave event at once.
  function onMouse({ pointerType, type }: PointerEvent): void {
    if (pointerType !== 'mouse') return
    if (type === 'pointerenter') open()
    else setOpen(false)
  }

  return (
    <span className="positioned display-block" onPointerEnter={onMouse} onPointerLeave={onMouse}>
      <button
        type="button"
        className={`plain-control breakable touch ${classes.button} display-flex items-center full-width`}
        dir="auto"
        onFocus={open}
        onBlur={() => setOpen(false)}
        onClick={(event) => {
          // Not every browser focuses a clicked button, and the bubble closes on blur.
          event.currentTarget.focus()
          open()
        }}
      >
        <span ref={cut} className="clamped">
          {text}
        </span>
      </button>
      {isOpen && (
        // Screen readers have already read the whole text from the button.
        <span className={`breakable pre-line ${classes.bubble}`} dir="auto" aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}
