const minute = 60_000
const longest = 6 * 60 * minute

/** Again after as long as it has lasted already, but within six hours. Short of a minute, so that no run of the sweeper passes it by. */
export function nextLook(now: Date, since: Date): Date {
  const lasted = now.getTime() - since.getTime()
  return new Date(now.getTime() + Math.min(Math.max(lasted, minute - 10_000), longest))
}

/** Some at a time: a provider that hangs must not make each wait for all the others. */
export async function eachOf<T>(things: T[], work: (thing: T) => Promise<void>, abreast = 5): Promise<void> {
  const rest = things.values()
  const workers = Array.from({ length: abreast }, async () => {
    for (const thing of rest) await work(thing)
  })
  await Promise.all(workers)
}
