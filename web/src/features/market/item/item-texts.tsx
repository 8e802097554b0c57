import type { Item } from '@rootsquare/contract/trade/market'
import { nairaText } from '@rootsquare/contract/lib/money'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleX from 'lucide-react/icons/circle-x'
import { useState, type ReactNode } from 'react'
import { DeliveryList } from '#web/entities/items/delivery-list.tsx'
import { deliveryLines } from '#web/entities/items/delivery-text.ts'
import { useStateNames } from '#web/entities/places/states.ts'
import { RatingText } from '#web/entities/market/stars.tsx'
import { allGenres } from '#web/features/market/market-api.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { momentText } from '#web/lib/format/time.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './item-texts.module.css'

/** The id of the heading that names the dialog. It can be fixed, because only one item is open at a time. */
export const itemTitleId = 'item-title'

/** A description longer than this is cut off until the reader expands it. */
const [longText, longLines] = [420, 7]

export function ItemTexts({ item, tools }: { item: Item; tools: ReactNode }) {
  const { name, price, stock, description } = item
  return (
    <>
      <div>
        <h2 id={itemTitleId} className={`breakable ${classes.name}`} dir="auto">
          {name}
        </h2>
        <p className={`breakable tabular ${classes.price}`}>{nairaText(price)}</p>
        {item.offer && (
          <p className="strong breakable">
            Your price {nairaText(item.offer.price)} until {momentText(item.offer.validUntil)}
          </p>
        )}
        <RatingText rating={item.rating} />
        <div className="flex-row wrap between gap-2xs-xs">
          <Stock stock={stock} />
          {tools}
        </div>
      </div>
      <Description text={description} />
      <ItemDelivery delivery={item.delivery} />
      <Categories ids={item.categories} />
    </>
  )
}

/** Cuts off a long description, which would push the buttons out of sight. */
function Description({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > longText || text.split('\n').length > longLines
  return (
    <div>
      <p
        className={`muted breakable pre-wrap ${classes.description}`}
        data-cut={(isLong && !isWhole) || undefined}
        dir="auto"
      >
        {text}
      </p>
      {isLong && (
        <button type="button" className="text-link touch" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}

function Stock({ stock }: { stock: number }) {
  const isOut = stock <= 0
  const icon = isOut ? CircleX : Check
  return (
    <p
      className={`flex-row gap-xs strong ${classes.stock} pad-x-s full-radius text-s`}
      data-out={isOut || undefined}
    >
      <Icon of={icon} size="s" />
      {isOut ? 'Out Of Stock' : `${numberText(stock)} in stock`}
    </p>
  )
}

function ItemDelivery({ delivery }: Pick<Item, 'delivery'>) {
  const [state] = useStateNames(delivery.stateCode === null ? [] : [delivery.stateCode])
  return <DeliveryList lines={deliveryLines(delivery, state)} />
}

function Categories({ ids }: { ids: number[] }) {
  const { data = [] } = useQuery(allGenres)
  const names = data.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p className="faint text-s">
      <span className="sr-only">Categories: </span>
      {names.join(' · ')}
    </p>
  )
}
