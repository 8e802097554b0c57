import type { AnyRouter, RouterHistory } from '@tanstack/react-router'

/** A dialog that closes takes its step of the history back a moment later; a step before that would go astray. */
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
