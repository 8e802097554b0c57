import { useRef, type PointerEvent } from 'react'

/** For a backdrop: selecting text in the dialog and releasing the pointer beside it is not a press on the backdrop. */
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
