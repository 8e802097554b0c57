import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { allGenres } from '#web/features/market/browse/market-api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './category-chips.module.css'

type CategoryChipsProps = {
  chosen: number | undefined
  onChoose: (category: number | undefined) => void
  /** Null for those who may not add one. */
  onAdd: (() => void) | null
}

export function CategoryChips({ chosen, onChoose, onAdd }: CategoryChipsProps) {
  const genres = useQuery(allGenres())
  const error = genres.isLoadingError ? errorText(genres.error) : null
  useErrorSnackbar(error, genres.errorUpdateCount)
  return (
    <fieldset className={classes.chips} aria-label="Categories">
      <Chip name="All" isChosen={chosen === undefined} onChoose={() => onChoose(undefined)} />
      {genres.data?.map(({ id, name }) => (
        <Chip key={id} name={name} isChosen={id === chosen} onChoose={() => onChoose(id)} />
      ))}
      {error !== null && (
        <Button variant="outline" onClick={() => void genres.refetch()}>
          Load the categories again
        </Button>
      )}
      {onAdd !== null && (
        <button type="button" className={classes.add} onClick={onAdd}>
          <Plus size={18} strokeWidth={1.9} aria-hidden="true" />
          Add Category
        </button>
      )}
    </fieldset>
  )
}

type ChipProps = { name: string; isChosen: boolean; onChoose: () => void }

function Chip({ name, isChosen, onChoose }: ChipProps) {
  return (
    <button type="button" className={classes.chip} aria-pressed={isChosen} onClick={onChoose}>
      {name}
    </button>
  )
}
