import Ellipsis from 'lucide-react/icons/ellipsis'
import { useRef, useState } from 'react'
import type { ComponentProps, CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Icon, type Glyph } from '#web/ui/layout/icon.tsx'
import { Overlay } from '#web/ui/overlays/overlay.tsx'
import classes from './action-menu.module.css'

export type Action = {
  name: string
  icon: Glyph
  tone?: 'danger'
  run: () => void | Promise<void>
  /** The menu stays open until `run` is done, so that a dialog it opens replaces the menu. */
  keepsMenu?: boolean
}

type ActionMenuProps = {
  label: string
  actions: Action[]
  onOpen?: () => void
  /** Shown above the actions to say what they apply to. */
  head?: ReactNode
  dots?: Pick<ComponentProps<'button'>, 'tabIndex' | 'onKeyDown'>
}

const gap = 4
const actionHeight = 44
const padding = 14

export function ActionMenu({ label, actions, onOpen, head, dots }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [position, setPosition] = useState<CSSProperties | null>(null)
  const close = () => setPosition(null)

  function open(): void {
    if (button.current === null) return
    setPosition(positionAt(button.current.getBoundingClientRect(), actions.length))
    onOpen?.()
  }

  async function choose({ run, keepsMenu }: Action): Promise<void> {
    if (keepsMenu) await run()
    flushSync(close)
    if (!keepsMenu) await run()
  }

  return (
    <>
      <IconButton
        {...dots}
        ref={button}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={position !== null}
        onClick={open}
        icon={Ellipsis}
      />
      {position !== null && (
        <Overlay kind="popover" aria-label={label} style={position} onClose={close} onKeyDown={moveFocus}>
          {head}
          {actions.map((action, at) => (
            <button
              key={action.name}
              type="button"
              className={`flex-row gap-s breakable hover-mark inner-ring ${classes.action} full-width touch pad-x-s semibold`}
              data-tone={action.tone}
              data-autofocus={at === 0 || undefined}
              onClick={() => void choose(action)}
            >
              <Icon of={action.icon} />
              {action.name}
            </button>
          ))}
        </Overlay>
      )}
    </>
  )
}

/** Places the menu below the dots, or above them if there is not enough space. */
function positionAt(dots: DOMRect, count: number): CSSProperties {
  const height = count * actionHeight + padding
  const isRoomBelow = dots.bottom + gap + height <= window.innerHeight
  // The width includes the scrollbar, which the layer hides.
  const right = window.innerWidth - dots.right
  return isRoomBelow
    ? { inset: `${dots.bottom + gap}px ${right}px auto auto` }
    : { inset: `auto ${right}px ${window.innerHeight - dots.top + gap}px auto` }
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.findIndex((one) => one === document.activeElement)
  all[(at + step + all.length) % all.length]?.focus()
}
