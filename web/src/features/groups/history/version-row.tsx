import { brand } from '@rootsquare/contract/product'
import type { Version } from '@rootsquare/contract/sections'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { VersionDifference } from '#web/features/groups/history/version-difference.tsx'
import { noWords } from '#web/features/groups/sections/section-labels.ts'
import { momentText } from '#web/lib/format/time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './version-history.module.css'

type VersionRowProps = {
  version: Version
  /** Undefined for the very first. */
  before: Version | undefined
  /** The one that was restored by it, where it is known here. */
  broughtBack: Version | undefined
  isNewest: boolean
  onRestore: () => void
}

export function VersionRow({ version, before, broughtBack, isNewest, onRestore }: VersionRowProps) {
  const bodyId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={classes.version}>
      <button
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.who}>
          <span className={classes.author}>{authorText(version, before)}</span>
          <time dateTime={version.createdDate}>{momentText(version.createdDate)}</time>
          {version.acceptedBy !== null && <span>Accepted by @{version.acceptedBy}</span>}
          {version.restoredFrom !== null && <span>{restoredText(broughtBack)}</span>}
        </span>
        {isNewest && <span className={classes.newest}>Stands now</span>}
        <ChevronDown size={20} strokeWidth={1.9} aria-hidden="true" className={classes.arrow} />
      </button>
      <div id={bodyId} hidden={!isOpen} className={classes.body}>
        {isOpen && (
          <>
            <VersionDifference
              before={before ?? noWords}
              after={version}
              whenNone="The same words as the version before."
            />
            {!isNewest && (
              <Button look="outline" onClick={onRestore}>
                Restore this version
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}

/** What a group began with is the house's own; all else was written by somebody. */
function authorText({ username }: Version, before: Version | undefined): string {
  if (username !== null) return `@${username}`
  return before === undefined ? brand : 'A former member'
}

function restoredText(version: Version | undefined): string {
  if (version === undefined) return 'Restored an earlier version'
  return `Restored the version of ${momentText(version.createdDate)}`
}
