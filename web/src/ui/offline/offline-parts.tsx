import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { minuteMs, useMinute } from '#web/lib/format/minute-clock.ts'
import { agoText } from '#web/lib/format/time.ts'
import { isMain } from '#web/lib/net/saved-queries.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { readPages, type PageLink } from '#web/lib/storage/saved-answers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { usePassFocus } from '#web/ui/overlays/pass-focus.ts'

/** The cards on the page. Only the first one is shown, since the others have the same reason. */
const cards: object[] = []
const changed = new EventTarget()
const maxLinks = 8

/** Takes the place of content that is not stored, while the device is offline. */
export function NotStoredCard({ onRetry }: { onRetry: () => void }) {
  const card = useRef<HTMLDivElement>(null)
  usePassFocus(card)
  const isFirst = useIsFirst()
  const queryClient = useQueryClient()
  const [isPart] = useState(() =>
    queryClient
      .getQueryCache()
      .getAll()
      .some((query) => isMain(query) && query.state.data !== undefined),
  )
  if (!isFirst) return null
  return (
    <div ref={card} className="card-box stack gap-s justify-start padded" role="alert">
      <h2 className="text-m bold">{isPart ? 'This part' : 'This page'} is not stored on this device</h2>
      <NotStoredText>
        <Button variant="outline" onClick={onRetry}>
          Retry
        </Button>
      </NotStoredText>
    </div>
  )
}

/** Says when it can be read, and leads to what is stored. */
export function NotStoredText({ children }: { children: ReactNode }) {
  const [links, setLinks] = useState<PageLink[]>([])
  useEffect(() => void loadPages().then(setLinks), [])
  return (
    <>
      <p>It opens when you are back online.</p>
      {links.length > 0 && (
        <>
          <p>Stored on this device:</p>
          <ul className="stack gap-2xs justify-start">
            {links.map(({ path, title }) => (
              <li key={path}>
                <Link to={path} className="text-link touch">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {children}
    </>
  )
}

async function loadPages(): Promise<PageLink[]> {
  const memberId = currentSession()?.userId
  if (memberId === undefined || !('indexedDB' in window)) return []
  const pages = await readPages(memberId).catch(() => [])
  return pages.filter(({ path }) => path !== location.pathname).slice(0, maxLinks)
}

function useIsFirst(): boolean {
  const [own] = useState<object>({})
  const [, update] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    cards.push(own)
    changed.addEventListener('change', update)
    changed.dispatchEvent(new Event('change'))
    return () => {
      changed.removeEventListener('change', update)
      cards.splice(cards.indexOf(own), 1)
      changed.dispatchEvent(new Event('change'))
    }
  }, [own])
  return cards[0] === own
}

/** Says once for the whole page from when its main content is. */
export function SavedAge() {
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  )
  const updatedAt = useSyncExternalStore(subscribe, () => oldestShown(queryClient))
  const minute = useMinute()
  if (updatedAt === Infinity) return null
  const { long } = agoText(new Date(updatedAt).toISOString(), Math.max(minute + minuteMs - 1, updatedAt))
  return <span className="regular">{long === 'Just now' ? 'Saved just now' : `Saved ${long}`}</span>
}

function oldestShown(queryClient: QueryClient): number {
  const shown = queryClient.getQueryCache().getAll().filter(isMain)
  return Math.min(...shown.flatMap(({ state }) => (state.data === undefined ? [] : state.dataUpdatedAt)))
}
