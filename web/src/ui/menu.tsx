import { useEffect, useId, useRef, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import classes from './menu.module.css'

type MenuProps = {
  label: string
  icon: ReactNode
  className?: string | undefined
  children: (close: () => void) => ReactNode
}

/** A button and the panel it shows: links and choices, so no role=menu, whose keys would get in their way. */
export function Menu({ label, icon, className, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen])

  function onBlur({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) setOpen(false)
  }

  function close(): void {
    button.current?.focus()
    setOpen(false)
  }

  return (
    <div ref={box} className={[classes.box, className].join(' ')} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </button>
      {isOpen && (
        <div id={id} className={classes.panel}>
          {children(close)}
        </div>
      )}
    </div>
  )
}
