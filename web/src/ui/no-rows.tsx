import { useEffect } from 'react'
import { announce } from '#web/lib/announce.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'

/** In place of a table. Said as well: where there are rows, the pager says how many. */
export function NoRows({ text }: { text: string }) {
  useEffect(() => announce('live-polite', text), [text])
  return (
    <div className="card">
      <EmptyWords text={text} />
    </div>
  )
}
