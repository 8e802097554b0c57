import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { valueOf } from '#web/lib/kept.ts'
import { idIn } from '#web/lib/table-search.ts'

/** `?buyer=7`: a reload, Back and a link from elsewhere show the same rows. */
export function useBuyerFilter() {
  const router = useRouter()
  const navigate = useNavigate()
  const buyer = valueOf(useSearch({ strict: false }), 'buyer')
  return {
    buyerId: typeof buyer === 'number' || typeof buyer === 'string' ? idIn(String(buyer)) : undefined,
    /** Undefined is all of them. */
    showOnly(buyerId: number | undefined): void {
      // The entry of the menu it is chosen in gives way, so that Back does not lead to a closed menu.
      const isInLayer = (router.history.location.state.layers ?? []).length > 0
      void navigate({
        to: '.',
        search: (now) => ({ ...now, buyer: buyerId }),
        replace: isInLayer,
        state: { keepsFocus: true },
        resetScroll: false,
      })
    },
  }
}
