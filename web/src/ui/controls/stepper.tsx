import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import classes from './stepper.module.css'

type StepperProps = {
  /** What is counted. */
  name: string
  count: number
  most: number
  onChange: (count: number) => void
}

/** Counts from 1 to `most`. At an end the button is not disabled, since it would lose the focus. */
export function Stepper({ name, count, most, onChange }: StepperProps) {
  const isLeast = count <= 1 || most < 1
  const isMost = count >= most
  return (
    <div className={`${classes.stepper} display-inline-flex items-center outlined full-radius on-surface`}>
      <IconButton
        label={`One less of ${name}`}
        aria-disabled={isLeast}
        onClick={() => !isLeast && onChange(Math.min(count - 1, most))}
        icon={Minus}
      />
      <output className={`${classes.count} positioned bold tabular`}>
        <span className="sr-only">Quantity </span>
        {count}
      </output>
      <IconButton
        label={`One more of ${name}`}
        aria-disabled={isMost}
        onClick={() => !isMost && onChange(count + 1)}
        icon={Plus}
      />
    </div>
  )
}
