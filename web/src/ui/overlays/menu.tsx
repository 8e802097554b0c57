import { useEffect, useId, useRef, type FocusEvent, type ReactNode, type RefObject } from 'react'
import classes from './menu.module.css'

type MenuProps = {
  label: string
  icon: ReactNode
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  button: RefObject<HTMLButtonElement | null>
  className?: string | undefined
  /** Makes the menu wide enough for rows of text. */
  isWide?: boolean
  children: ReactNode
}

/**
 * A button and the panel that it opens. It has no role=menu, whose keys would conflict with those of links and choices.
 */
export function Menu({ label, icon, isOpen, onChange, button, className, isWide, children }: MenuProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onChange(false)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      button.current?.focus()
      onChange(false)
    }
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen, onChange, button])

  function onBlur({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) onChange(false)
  }

  return (
    <div ref={box} className={['positioned', className].join(' ')} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={`center-content ${classes.button} circle-44 ink`}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => onChange(!isOpen)}
      >
        {icon}
      </button>
      {isOpen && (
        <div id={id} className={classes.panel} data-wide={isWide || undefined}>
          {children}
        </div>
      )}
    </div>
  )
}
