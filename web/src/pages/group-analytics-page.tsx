import { EmptyWords } from '#web/ui/empty-words.tsx'

/** For those the frame lets in. */
export function GroupAnalyticsPage() {
  return (
    <section className="card" aria-labelledby="group-analytics">
      <h2 id="group-analytics" className="sr-only">
        Group analytics
      </h2>
      <EmptyWords text="This part of the square is being built. There is nothing to see or do here yet." />
    </section>
  )
}
