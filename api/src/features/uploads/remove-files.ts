import { z } from 'zod'
import { job } from '#api/jobs/job.ts'

export const removeFiles = job({
  name: 'remove-files',
  payload: z.object({ keys: z.array(z.string()) }),
  async run({ files }, { keys }) {
    for (const key of keys) await files.remove(key)
  },
})
