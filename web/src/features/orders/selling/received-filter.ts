import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { propertyOf } from '#web/lib/storage/saved-json.ts'
import { idIn } from '#web/lib/navigation/table-search.ts'

const toShip = 'to-ship'

/** `?buyer=7&show=to-ship`: a reload, Back and a link from elsewhere show the same rows. */
export function useReceivedFilter() {
  const router = useRouter()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const buyer = propertyOf(search, 'buyer')

  function change(changed: { buyer?: number | undefined; show?: string | undefined }): void {
    // Replaces the history entry of the menu, so that Back does not lead to a closed menu.
    const isInLayer = (router.history.location.state.layers ?? []).length > 0
    void navigate({
      to: '.',
      search: (now) => ({ ...now, ...changed }),
      replace: isInLayer,
      state: { keepsFocus: true },
      resetScroll: false,
    })
  }

  return {
    buyerId: typeof buyer === 'number' || typeof buyer === 'string' ? idIn(String(buyer)) : undefined,
    isToShip: propertyOf(search, 'show') === toShip,
    /** Undefined shows all buyers. */
    showBuyer: (buyerId: number | undefined) => change({ buyer: buyerId }),
    showToShip: (isOn: boolean) => change({ show: isOn ? toShip : undefined }),
    clear: () => change({ buyer: undefined, show: undefined }),
  }
}
