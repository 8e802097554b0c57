import MapPin from 'lucide-react/icons/map-pin'
import Truck from 'lucide-react/icons/truck'
import type { DeliveryLine } from '#web/entities/items/delivery-text.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './delivery-list.module.css'

const icons = { PICKUP: MapPin, DELIVERY: Truck } as const

export function DeliveryList({ lines }: { lines: DeliveryLine[] }) {
  return (
    <ul className={`stack gap-2xs text-s ${classes.list} content-top`} aria-label="Delivery">
      {lines.map(({ method, text }) => {
        const icon = icons[method]
        return (
          <li key={method} className="flex-row gap-xs">
            <Icon of={icon} />
            {text}
          </li>
        )
      })}
    </ul>
  )
}
