import MapPin from 'lucide-react/icons/map-pin'
import Truck from 'lucide-react/icons/truck'
import type { DeliveryLine } from '#web/entities/items/delivery-text.ts'
import classes from './delivery-list.module.css'

const icons = { PICKUP: MapPin, DELIVERY: Truck } as const

export function DeliveryList({ lines }: { lines: DeliveryLine[] }) {
  return (
    <ul className={`stack gap-4 note ${classes.list}`} aria-label="Delivery">
      {lines.map(({ method, text }) => {
        const Icon = icons[method]
        return (
          <li key={method} className="row gap-8">
            <Icon size={18} strokeWidth={1.9} aria-hidden="true" />
            {text}
          </li>
        )
      })}
    </ul>
  )
}
