import { favorItem, type Item } from '@rootsquare/contract/trade/market'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { itemKeys } from '#web/entities/items/item-keys.ts'
import { patchItem } from '#web/entities/items/item-cache.ts'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePendingValue } from '#web/lib/net/use-pending-value.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './favorite-button.module.css'

export function FavoriteButton({ item }: { item: Item }) {
  const { value: isFavorite, change } = useFavorite(item)
  return (
    <IconButton
      label={`Favourite: ${item.name}`}
      className={classes.heart}
      aria-pressed={isFavorite}
      onClick={() => change(!isFavorite)}
      icon={Heart}
      isFilled={isFavorite}
    />
  )
}

function useFavorite({ id, favorite }: Pick<Item, 'id' | 'favorite'>) {
  const queryClient = useQueryClient()
  return usePendingValue({
    mutationKey: [...itemKeys.favor, id],
    confirmed: favorite,
    send: (wanted) => toggleFavorite(id, wanted),
    onSuccess: (answer) => showAnswer(queryClient, id, answer),
    onError: (failure) => showSnackbar('error', errorText(failure)),
  })
}

/** Calls the endpoint twice if another tab has toggled the favourite already, because it only toggles. */
async function toggleFavorite(id: number, wanted: boolean): Promise<boolean> {
  const toggle = async () => (await call(favorItem, { params: { id } })).data.favorite
  const isFavorite = await toggle()
  return isFavorite === wanted ? isFavorite : toggle()
}

/** Leaves a removed favourite in the displayed list, so that a mistake can be undone. */
function showAnswer(queryClient: QueryClient, id: number, favorite: boolean): void {
  patchItem(queryClient, id, (item) => ({ ...item, favorite }))
  const which = { queryKey: itemKeys.all }
  // A reply that is still loading may be older than this change and would undo it.
  const isLoading = queryClient.isFetching(which) > 0
  void queryClient.invalidateQueries({ ...which, refetchType: isLoading ? 'active' : 'none' })
}
