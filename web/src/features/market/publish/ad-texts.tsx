import { itemNameLength, maxCategories } from '@rootsquare/contract/trade/market'
import { useRef, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { allGenres } from '#web/features/market/market-api.ts'
import { stockErrorIn } from '#web/features/market/publish/ad-errors.ts'
import { NairaField } from '#web/features/market/publish/naira-field.tsx'
import type { AdForm } from '#web/features/market/publish/use-ad-form.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './ad-dialog.module.css'

const nameCounterFrom = itemNameLength - 20

type AdTextsProps = { form: AdForm }

export function AdTexts({ form }: AdTextsProps) {
  const { isPending } = form
  const { count, ...name } = form.field('name')
  return (
    <>
      <div className={classes.counted}>
        <TextField label="Name" autoComplete="off" readOnly={isPending} {...name} />
        {count && count.length >= nameCounterFrom && <Counter {...count} />}
      </div>
      <div className={classes.counted}>
        <TextArea label="Description" readOnly={isPending} counterFrom={0} {...form.field('description')} />
      </div>
      <div className={classes.figures}>
        <NairaField label="Price" isBusy={isPending} {...form.choice('price')} />
        <Stock form={form} />
      </div>
    </>
  )
}

function Stock({ form }: AdTextsProps) {
  const { newStock, errors, isPending } = form
  const field = useRef<HTMLInputElement>(null)
  const { value: typed, onChange, ...stock } = form.choice('stock')
  const now = newStock === undefined ? null : String(newStock)
  // The number is valid; the server rejected it because the stock has changed since the form was opened.
  const hasStockChanged = errors.stock && stockErrorIn(typed) === null && now !== typed

  // The button disappears with the error, so the focus moves to the field.
  function fillIn(text: string): void {
    onChange(text)
    field.current?.focus()
  }

  return (
    <div>
      <TextField
        ref={field}
        label="Stock"
        inputMode="numeric"
        autoComplete="off"
        readOnly={isPending}
        {...stock}
        value={typed}
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
      {hasStockChanged && now !== null && (
        <div className={`stack gap-xs text-s muted justify-start ${classes.moved}`}>
          <Button variant="outline" onClick={() => fillIn(now)}>
            Use {now}
          </Button>
          <p>Or press Update again to set it to {typed}.</p>
        </div>
      )}
    </div>
  )
}

type AdCategoriesProps = {
  value: number[]
  error: ReactNode
  isBusy: boolean
  onChange: (ids: number[]) => void
}

export function AdCategories({ value: chosen, error, isBusy, onChange }: AdCategoriesProps) {
  const genres = useQuery(allGenres)
  const isFull = chosen.length >= maxCategories

  function toggle(id: number, isOn: boolean): void {
    onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  }

  return (
    <fieldset className={`stack gap-xs ${classes.group}`} data-field="genreIds" disabled={isBusy}>
      <legend>Categories</legend>
      <p className="muted">
        Choose 1 to {maxCategories}. They cannot be changed later.
        {isFull && ` You have chosen ${maxCategories}.`}
      </p>
      {genres.isPending && <output className="muted">Loading the categories…</output>}
      {genres.isLoadingError && (
        <div className="stack gap-xs justify-start" role="alert">
          <p>{errorText(genres.error)}</p>
          <Button variant="outline" onClick={() => void genres.refetch()}>
            Retry
          </Button>
        </div>
      )}
      {genres.data !== undefined && (
        <div className={classes.categories}>
          <ListRows of={genres.data} rowKey={({ id }) => id} as="div">
            {({ id, name }) => (
              <CheckField
                label={name}
                checked={chosen.includes(id)}
                disabled={isFull && !chosen.includes(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
            )}
          </ListRows>
        </div>
      )}
      {error && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
