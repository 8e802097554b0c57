import { brand } from '@rootsquare/contract/product'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { Cloth } from '#web/ui/layout/cloth.tsx'
import classes from './welcome.module.css'

const turnMs = 6000
const welcomes = [
  { words: 'Ẹ káàbọ̀', lang: 'yo', tongue: 'Yorùbá' },
  { words: 'Ndewo', lang: 'ig', tongue: 'Ìgbò' },
  { words: 'Sannu', lang: 'ha', tongue: 'Hausa' },
  { words: 'Welcome', lang: 'en', tongue: 'English' },
] as const

/** The cloth beside the sign-in form, with one line of welcome that turns from tongue to tongue. */
export function Welcome() {
  return (
    <div className={classes.welcome}>
      <div className={classes.cloth}>
        <Cloth />
      </div>
      <div className={classes.words}>
        <p className={['display', classes.brand].join(' ')}>{brand}</p>
        <TurningWelcome />
      </div>
    </div>
  )
}

function TurningWelcome() {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [isPaused, setPaused] = useState(false)
  const [turn, setTurn] = useState(0)
  const isTurning = !isStill && !isPaused
  useEffect(() => {
    if (!isTurning) return
    const timer = setInterval(() => setTurn((before) => before + 1), turnMs)
    return () => clearInterval(timer)
  }, [isTurning])
  const welcome = welcomes[turn % welcomes.length] ?? welcomes[0]
  const Icon = isPaused ? Play : Pause
  return (
    <div className={classes.line}>
      <p key={turn} className={classes.turn}>
        <span lang={welcome.lang}>{welcome.words}</span> <small>{welcome.tongue}</small>
      </p>
      {!isStill && (
        <button
          type="button"
          className={classes.pause}
          aria-label="Pause the welcomes"
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          <Icon size={18} strokeWidth={1.9} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
