import { brand } from '@rootsquare/contract/product'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { Cloth } from '#web/ui/layout/cloth.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './entry-frame.module.css'

const intervalMs = 6000
const welcomes = [
  { text: 'Ẹ káàbọ̀', lang: 'yo', language: 'Yorùbá' },
  { text: 'Ndewo', lang: 'ig', language: 'Ìgbò' },
  { text: 'Sannu', lang: 'ha', language: 'Hausa' },
  { text: 'Welcome', lang: 'en', language: 'English' },
] as const

type EntryFrameProps = {
  title: string
  lead?: string | undefined
  children: ReactNode
  foot?: ReactNode
  after?: ReactNode
}

/** Renders the pattern and the card with one form that the screens before sign-in share. */
export function EntryFrame({ title, lead, children, foot, after }: EntryFrameProps) {
  const id = useId()
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <Welcome />
      <div className={`center-content ${classes.side}`}>
        <section className={`card-box ${classes.card}`} aria-labelledby={id}>
          <h1 id={id} className="display-text page-title margin-bottom-m">
            {title}
          </h1>
          {lead !== undefined && <p className={`muted ${classes.lead}`}>{lead}</p>}
          {children}
          {foot !== undefined && <p className={`muted ${classes.foot}`}>{foot}</p>}
          {after}
        </section>
      </div>
    </div>
  )
}

/** Renders the pattern beside the sign-in form, with a welcome that changes from language to language. */
function Welcome() {
  return (
    <div className={`positioned ${classes.welcome} display-grid clip`}>
      <div className={classes.cloth}>
        <Cloth className="cover-picture" />
      </div>
      <div className={`stack gap-s positioned ${classes.text}`}>
        <p className={`display-text ${classes.brand}`}>{brand}</p>
        <p className={classes.about}>Where Nigeria’s peoples share their culture, chat, buy and sell.</p>
        <ChangingWelcome />
      </div>
    </div>
  )
}

function ChangingWelcome() {
  const hasReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [isPaused, setPaused] = useState(false)
  const [index, setIndex] = useState(0)
  const isRunning = !hasReducedMotion && !isPaused
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setIndex((before) => before + 1), intervalMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const welcome = welcomes[index % welcomes.length] ?? welcomes[0]
  const icon = isPaused ? Play : Pause
  return (
    <div className={`flex-row touch ${classes.line}`}>
      <p key={index} className={`strong ${classes.welcomeText}`}>
        <span lang={welcome.lang}>{welcome.text}</span> <small>{welcome.language}</small>
      </p>
      {!hasReducedMotion && (
        <button
          type="button"
          className={`center-content ${classes.pause} circle-44`}
          aria-label="Pause the welcomes"
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          <Icon of={icon} />
        </button>
      )}
    </div>
  )
}
