import Share from 'lucide-react/icons/share'
import SquarePlus from 'lucide-react/icons/square-plus'
import { Icon } from '#web/ui/layout/icon.tsx'

/** The steps on iPhones and iPads, which let no page do it. */
export function InstallSteps() {
  return (
    <span>
      Tap <Icon of={Share} /> Share, then <Icon of={SquarePlus} /> Add to Home Screen.
    </span>
  )
}
