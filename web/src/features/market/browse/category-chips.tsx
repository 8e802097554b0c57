import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { allGenres } from '#web/features/market/browse/api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './market-filters.module.css'

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
    <fieldset className={['row wrap', classes.chips].join(' ')} aria-label="Categories">
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
        <button type="button" className={[classes.pill, classes.add].join(' ')} onClick={onAdd}>
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
    <button
      type="button"
      className={[classes.pill, classes.chip].join(' ')}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {name}
    </button>
  )
}
