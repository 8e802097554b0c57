import { useEffect } from 'react'
import { announce } from '#web/lib/navigation/announce.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'

/** In place of a table. Announced too, as the pager announces how many rows there are. */
export function NoRows({ text }: { text: string }) {
  useEffect(() => announce('live-polite', text), [text])
  return (
    <div className="card">
      <EmptyMessage text={text} />
    </div>
  )
}
