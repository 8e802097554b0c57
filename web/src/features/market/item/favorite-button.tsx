import { favorItem, type Item } from '@rootsquare/contract/trade/market'
import type { ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { itemKeys } from '#web/entities/items/item-keys.ts'
import { patchItem } from '#web/entities/items/item-cache.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { storedCall } from '#web/lib/net/stored-call.ts'
import { usePendingValue, type ValueKind } from '#web/lib/net/use-pending-value.ts'
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

export const favourite: ValueKind<readonly [itemId: number], boolean, ReplyOf<typeof favorItem>> = {
  name: 'favourite',
  callOf: ([id], favorite) => storedCall(favorItem, { params: { id }, body: { favorite } }),
  onSent: (queryClient, { ids: [id], data: { favorite } }) => showAnswer(queryClient, id, favorite),
  onFailed: (_, __, failure) => void showSnackbar('error', errorText(failure)),
}

function useFavorite({ id, favorite }: Pick<Item, 'id' | 'favorite'>) {
  return usePendingValue({
    kind: favourite,
    ids: [id],
    mutationKey: [...itemKeys.favor, id],
    confirmed: favorite,
  })
}

/** Leaves a removed favourite in the displayed list, so that a mistake can be undone. */
function showAnswer(queryClient: QueryClient, id: number, favorite: boolean): void {
  patchItem(queryClient, id, (item) => ({ ...item, favorite }))
  const which = { queryKey: itemKeys.all }
  // A reply that is still loading may be older than this change and would undo it.
  const isLoading = queryClient.isFetching(which) > 0
  void queryClient.invalidateQueries({ ...which, refetchType: isLoading ? 'active' : 'none' })
}
