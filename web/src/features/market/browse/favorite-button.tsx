import type { Item } from '@rootsquare/contract/market'
import Heart from 'lucide-react/icons/heart'
import { useFavorite } from '#web/features/market/browse/use-favorite.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './favorite-button.module.css'

export function FavoriteButton({ item }: { item: Item }) {
  const { isFavorite, toggle } = useFavorite(item)
  return (
    <IconButton
      label={`Favourite: ${item.name}`}
      className={classes.heart}
      aria-pressed={isFavorite}
      onClick={toggle}
    >
      <Heart size={20} strokeWidth={1.9} fill={isFavorite ? 'currentcolor' : 'none'} aria-hidden="true" />
    </IconButton>
  )
}
