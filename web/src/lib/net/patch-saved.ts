import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { readAnswersWith, writeAnswers } from '#web/lib/storage/saved-answers.ts'

/**
 * Makes the same change to the answers that were saved as to those on the screen, so that a page opened later does not show
 * what was there before. They keep their age. Only answers that contain `id` are read as a whole, for the sake of speed.
 */
export async function patchSaved(
  memberId: number,
  id: number | string,
  change: (queryClient: QueryClient) => unknown,
): Promise<void> {
  const scratch = new QueryClient()
  try {
    const saved = await readAnswersWith(memberId, String(id))
    for (const [name, { json, updatedAt }] of saved) {
      scratch.setQueryData(keyIn(name), JSON.parse(json), { updatedAt })
    }
    const before = new Map([...saved.keys()].map((name) => [name, scratch.getQueryData(keyIn(name))]))
    await change(scratch)
    const patched = [...saved].flatMap(([name, { updatedAt }]) => {
      const data = scratch.getQueryData(keyIn(name))
      return data === before.get(name) ? [] : [[name, { json: JSON.stringify(data), updatedAt }] as const]
    })
    if (patched.length > 0) await writeAnswers(memberId, new Map(patched))
  } finally {
    scratch.clear()
  }
}

/** The name of an answer is the hash of its query, which is its key as JSON. */
function keyIn(name: string): QueryKey {
  const key: unknown = JSON.parse(name)
  return Array.isArray(key) ? key : [key]
}
