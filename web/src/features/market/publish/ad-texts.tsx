import { itemDescriptionLength, itemNameLength } from '@rootsquare/contract/trade/market'
import { useRef } from 'react'
import { NairaField } from '#web/features/market/publish/naira-field.tsx'
import { nameLengthOf, adErrorsIn } from '#web/features/market/publish/ad-errors.ts'
import type { AdForm } from '#web/features/market/publish/use-ad-form.ts'
import type { useAdSending } from '#web/features/market/publish/use-ad-sending.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
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
      <div className={classes.counted} data-field="name">
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
      <div className={classes.counted} data-field="description">
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
        <div data-field="price">
          <NairaField
            label="Price"
            name="price"
            value={ad.price}
            error={errors.price}
            isBusy={isBusy}
            onChange={(price) => change({ price })}
          />
        </div>
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
  // The number itself is valid: the server rejected it because the stock has changed since the form was opened.
  const isMoved = errors.stock !== undefined && adErrorsIn(ad).stock === undefined && now !== ad.stock

  // The button goes with the error, so the focus moves to the field.
  function take(stock: string): void {
    change({ stock })
    field.current?.focus()
  }

  return (
    <div data-field="stock">
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
      {isMoved && now !== null && (
        <div className={`stack gap-8 note muted ${classes.moved}`}>
          <Button variant="outline" onClick={() => take(now)}>
            Use {now}
          </Button>
          <p>Or press Update again to set it to {ad.stock}.</p>
        </div>
      )}
    </div>
  )
}
