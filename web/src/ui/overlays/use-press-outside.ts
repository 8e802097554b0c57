import { useRef, type PointerEvent } from 'react'

/**
 * Detects presses on a backdrop. Selecting text in the dialog and releasing the pointer outside is not such a press.
 */
export function usePressOutside(onPress: () => void) {
  const isDown = useRef(false)
  const isOutside = ({ target, currentTarget }: PointerEvent) => target === currentTarget
  return {
    onPointerDown: (event: PointerEvent) => void (isDown.current = isOutside(event)),
    onPointerUp: (event: PointerEvent) => {
      if (isDown.current && isOutside(event)) onPress()
      isDown.current = false
    },
  }
}
