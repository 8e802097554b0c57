import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from './files.ts'

/** Accepts paths within the backup only. */
const RelativePath = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$)).+$/)

const Manifest = z.object({
  format: z.literal(1),
  /** Every change that was acknowledged before this moment is in the backup. */
  moment: z.iso.datetime(),
  folders: z.array(RelativePath),
  files: z.array(z.object({ name: RelativePath, size: z.int(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof Manifest>

const manifestName = 'manifest.json'

/** Is called last, so that every folder with a manifest is a complete backup. */
export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`
  await writeFile(join(backup, manifestName), text, { mode: 0o600, flag: 'wx', flush: true })
  for (const folder of [...manifest.folders, '.']) await syncFolder(join(backup, folder))
}

export async function readManifest(backup: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(backup, manifestName), 'utf8')))
  } catch (error) {
    throw new Error(
      `${backup} is no complete backup: its ${manifestName} is missing or damaged. Take another backup.`,
      { cause: error },
    )
  }
}
