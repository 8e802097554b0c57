import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import { Cloth, type ClothName } from '#web/ui/layout/cloth.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './market-hero.module.css'

const area = () => window.localStorage
const seenKey = 'rootsquare.market-seen'

/** Shows two lines on the first visit with a device, then one. Prices are on the first screen either way. */
function useIsFirstVisit(): boolean {
  const [isFirst] = useState(() => readStored(area, seenKey) === null)
  useEffect(() => void writeStored(area, seenKey, 'yes'), [])
  return isFirst
}

type MarketHeroProps = {
  onPublish: () => void
  /** The search, which on a phone takes the place of the title: that is in the bar at the bottom too. */
  children?: ReactNode
}

export function MarketHero({ onPublish, children = null }: MarketHeroProps) {
  const isLarge = useIsFirstVisit()
  return (
    <section
      className={`flex-row gap-m ${classes.hero}`}
      data-large={isLarge || undefined}
      aria-labelledby="market-title"
    >
      <Cloth className={classes.ground} />
      {isLarge && <ClothPicture />}
      <Link to="/user" className={`flex-row underline-on-hover touch semibold ${classes.back}`}>
        <Icon of={ArrowLeft} />
        <span>Back</span>
      </Link>
      <div className={children === null ? 'grow' : 'sr-only'}>
        <h1 id="market-title" className={`display-text ${classes.title} text-xl`}>
          Marketplace
        </h1>
        {isLarge && (
          <p className={classes.intro}>Cloth, beads, drums and clay, sold by the hands that made them.</p>
        )}
      </div>
      {children}
      <button
        type="button"
        className={`plain-control flex-row strong touch rigid ${classes.publish}`}
        onClick={onPublish}
      >
        <Icon of={Plus} />
        Publish ads
      </button>
    </section>
  )
}

type Fold = { cloth: ClothName; outline: string }

const folds: Fold[] = [
  {
    cloth: { family: 'akwete', palette: 'leaf' },
    outline: 'M72 190h156q10 0 10 10v32q0 10-10 10H72q-10 0-10-10v-32q0-10 10-10z',
  },
  {
    cloth: { family: 'asooke', palette: 'oxblood' },
    outline: 'M66 140h168q10 0 10 10v34q0 10-10 10H66q-10 0-10-10v-34q0-10 10-10z',
  },
  { cloth: { family: 'dagi', palette: 'sand' }, outline: 'M64 90q86-24 172 0q12 26 4 54H60q-8-28 4-54z' },
]

function ClothPicture() {
  const id = useId()
  return (
    <svg className={classes.folds} viewBox="30 60 240 210" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}-fold`} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0.16" />
          <stop offset="1" stopColor="#000" stopOpacity="0.28" />
        </linearGradient>
        {folds.map(({ outline }, at) => (
          <clipPath key={outline} id={`${id}-${at}`}>
            <path d={outline} />
          </clipPath>
        ))}
      </defs>
      {folds.map(({ cloth, outline }, at) => (
        <g key={outline} clipPath={`url(#${id}-${at})`}>
          <svg x="30" y="60" width="240" height="210">
            <Cloth cloth={cloth} />
          </svg>
          <path d={outline} fill={`url(#${id}-fold)`} />
        </g>
      ))}
    </svg>
  )
}
