import { maxCategories } from '@rootsquare/contract/trade/market'
import { useQuery } from '@tanstack/react-query'
import { allGenres } from '#web/features/market/browse/api.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import classes from './ad-dialog.module.css'

type AdCategoriesProps = {
  chosen: number[]
  error: string | undefined
  isBusy: boolean
  onChange: (ids: number[]) => void
}

export function AdCategories({ chosen, error, isBusy, onChange }: AdCategoriesProps) {
  const genres = useQuery(allGenres)
  const isFull = chosen.length >= maxCategories

  function toggle(id: number, isOn: boolean): void {
    onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  }

  return (
    <fieldset className={`stack gap-8 ${classes.group}`} data-field="genreIds" disabled={isBusy}>
      <legend>Categories</legend>
      <p className="muted">
        Choose 1 to {maxCategories}. They cannot be changed later.
        {isFull && ` You have chosen ${maxCategories}.`}
      </p>
      {genres.isPending && <output className="muted">Loading the categories…</output>}
      {genres.isLoadingError && (
        <div className="stack gap-8 start" role="alert">
          <p>{errorText(genres.error)}</p>
          <Button variant="outline" onClick={() => void genres.refetch()}>
            Retry
          </Button>
        </div>
      )}
      {genres.data !== undefined && (
        <div className={classes.categories}>
          {genres.data.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              checked={chosen.includes(id)}
              disabled={isFull && !chosen.includes(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
          ))}
        </div>
      )}
      {error !== undefined && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
