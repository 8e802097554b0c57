import type { AnyRouter, RouterHistory } from '@tanstack/react-router'

/** Waits until closed dialogs have left the history, because an earlier navigation would go wrong. */
export async function whenNoLayer(router: AnyRouter): Promise<void> {
  const history: RouterHistory = router.history
  const isClear = () => (history.location.state.layers ?? []).length === 0
  if (isClear()) return
  await new Promise<void>((resolve) => {
    const stop = history.subscribe(() => {
      if (!isClear()) return
      stop()
      resolve()
    })
  })
}
