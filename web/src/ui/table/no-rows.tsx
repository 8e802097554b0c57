import { useEffect } from 'react'
import { announce } from '#web/lib/navigation/announce.ts'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'

/** Replaces an empty table. It is announced, as the pager announces the number of rows. */
export function NoRows({ text }: { text: string }) {
  useEffect(() => announce('live-polite', text), [text])
  return <EmptyCard text={text} />
}
