import type { PostAnchor } from '#web/features/posts/feed/feed-scroller.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

/** `opened` is the post that led to another page. No anchors mean that the reader was at the top. */
export type FeedPosition = { anchors: PostAnchor[]; pages: number; opened: number | null }

const key = 'rootsquare.feed-positions'
const area = () => window.sessionStorage
const maxPositions = 50

/** Returns one line for each position, the latest last: `name pages opened id:offset,id:offset`. */
function lines(): string[] {
  return (readStored(area, key) ?? '').split('\n').filter(Boolean)
}

export function readPosition(name: string): FeedPosition | null {
  const [, pages, post, list] =
    lines()
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ') ?? []
  const anchors = (list ?? '').split(',').flatMap((pair) => {
    const [id = NaN, offset = NaN] = pair.split(':').map(Number)
    return Number.isFinite(id) && Number.isFinite(offset) ? [{ id, offset }] : []
  })
  const opened = Number(post) || null
  return anchors.length === 0 && opened === null ? null : { anchors, pages: Number(pages), opened }
}

export function writePosition(name: string, position: FeedPosition | null): void {
  const others = lines().filter((line) => !line.startsWith(`${name} `))
  const list = position?.anchors.map(({ id, offset }) => `${id}:${Math.round(offset * 100) / 100}`).join(',')
  const line = `${name} ${position?.pages} ${position?.opened ?? '-'} ${list}`
  const all = list === undefined ? others : [...others, line]
  writeStored(area, key, all.length === 0 ? null : all.slice(-maxPositions).join('\n'))
}
