import { itemDescriptionLength, itemNameLength, maxCategories } from '@rootsquare/contract/trade/market'
import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { allGenres } from '#web/features/market/browse/api.ts'
import { nameLengthOf, adErrorsIn } from '#web/features/market/publish/ad-errors.ts'
import { NairaField } from '#web/features/market/publish/naira-field.tsx'
import type { AdForm, useAdSending } from '#web/features/market/publish/use-ad-form.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { CheckField } from '#web/ui/fields/check-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './ad-dialog.module.css'

const nameCounterFrom = itemNameLength - 20

type AdTextsProps = { form: AdForm; sending: ReturnType<typeof useAdSending> }

export function AdTexts({ form, sending }: AdTextsProps) {
  const { ad } = form
  const { errors, isBusy, change } = sending
  const nameLength = nameLengthOf(ad.name)
  return (
    <>
      <div className={classes.counted}>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          value={ad.name}
          error={errors.name}
          readOnly={isBusy}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {nameLength >= nameCounterFrom && <Counter length={nameLength} max={itemNameLength} />}
      </div>
      <div className={classes.counted}>
        <TextArea
          label="Description"
          name="description"
          value={ad.description}
          error={errors.description}
          readOnly={isBusy}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <Counter length={lengthOf(ad.description)} max={itemDescriptionLength} />
      </div>
      <div className={classes.figures}>
        <NairaField
          label="Price"
          name="price"
          value={ad.price}
          error={errors.price}
          isBusy={isBusy}
          onChange={(price) => change({ price })}
        />
        <Stock form={form} sending={sending} />
      </div>
    </>
  )
}

function Stock({ form, sending }: AdTextsProps) {
  const { ad, known } = form
  const { errors, isBusy, change } = sending
  const field = useRef<HTMLInputElement>(null)
  const now = known === undefined ? null : String(known.stock)
  // The number is valid; the server rejected it because the stock has changed since the form was opened.
  const hasStockChanged = errors.stock !== undefined && adErrorsIn(ad).stock === undefined && now !== ad.stock

  // The button disappears with the error, so the focus moves to the field.
  function fillIn(stock: string): void {
    change({ stock })
    field.current?.focus()
  }

  return (
    <div>
      <TextField
        ref={field}
        label="Stock"
        name="stock"
        inputMode="numeric"
        autoComplete="off"
        value={ad.stock}
        error={errors.stock}
        readOnly={isBusy}
        onChange={(event) => change({ stock: event.currentTarget.value.replaceAll(/\D/g, '') })}
      />
      {hasStockChanged && now !== null && (
        <div className={`stack gap-xs text-s muted justify-start ${classes.moved}`}>
          <Button variant="outline" onClick={() => fillIn(now)}>
            Use {now}
          </Button>
          <p>Or press Update again to set it to {ad.stock}.</p>
        </div>
      )}
    </div>
  )
}

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
      {error !== undefined && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
