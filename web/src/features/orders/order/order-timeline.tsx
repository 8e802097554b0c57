import type { Order, OrderState } from '@rootsquare/contract/trade/orders'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { stateLabels } from '#web/entities/orders/trade-labels.ts'
import { stampText } from '#web/lib/format/time.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './order-timeline.module.css'

/** The states of an order that succeeds, in order. */
const successStates: OrderState[] = ['PENDING', 'PROCESSING', 'SHIPPED', 'COMPLETED']
const failureStates: OrderState[] = ['CANCELED', 'FAILED']

export function OrderTimeline({ order }: { order: Order }) {
  const { history, orderStatus } = order
  const step = successStates.indexOf(orderStatus)
  const toCome = step === -1 ? [] : successStates.slice(step + 1)
  return (
    <ol className={`${classes.timeline} plain-list display-grid`} aria-label="Status timeline">
      <ListRows of={history} rowKey={({ state, createdDate }) => `${state}.${createdDate}`}>
        {({ state, createdDate }, at) => (
          <li
            className={`content-top ${classes.step} centered positioned display-grid gap-3xs pad-x-2xs`}
            data-end={failureStates.includes(state) || undefined}
            aria-current={at === history.length - 1 ? 'step' : undefined}
          >
            <span className={`${classes.dot} center-content circle`}>
              {failureStates.includes(state) ? <Icon of={X} size="s" /> : <Icon of={Check} size="s" />}
            </span>
            <span className={`positioned strong ${classes.name}`}>{stateLabels[state]}</span>
            <time className="text-xs muted" dateTime={createdDate}>
              {stampText(createdDate)}
            </time>
          </li>
        )}
      </ListRows>
      {toCome.map((state) => (
        <li
          key={state}
          className={`content-top ${classes.step} centered positioned display-grid gap-3xs pad-x-2xs`}
          data-to-come
        >
          <span className={`${classes.dot} center-content circle`} />
          <span className={`positioned strong ${classes.name}`}>
            {stateLabels[state]}
            <span className="sr-only">, still to come</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
