import { randomBytes } from 'node:crypto'
import { pictureName, smallName } from '@rootsquare/contract/lib/picture-forms'
import { thumbnailSide, type Uploaded } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import { isStorageFull } from '#api/http/errors.ts'
import { storageFull, unauthenticated, unavailable } from '#api/http/api-error.ts'
import type { SmallPicture } from '#api/ports/pictures/pictures.ts'

/** `content` contains bytes, or the path of a file that may be moved. */
export type PreparedMedia = {
  type: string
  content: Buffer | string
  bytes: number
  width: number | null
  height: number | null
  thumbnail: Buffer | null
  small?: SmallPicture | null
  /** Only audio has a duration. */
  durationMs?: number
}
type StoreDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log'>

const endings: Record<string, string> = {
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  // Files are served with the type of their extension, and `webm` is the extension of videos.
  'audio/webm': 'weba',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
}

/**
 * Stores the row, then the files, then `stored_at`. If this is interrupted at any point, every file has a row, and the
 * sweeper finds rows without `stored_at`.
 */
export async function storeMedia(
  deps: StoreDeps,
  ownerId: number | null,
  made: PreparedMedia,
): Promise<Uploaded> {
  const name = newName(made)
  const main = `${name}.${endings[made.type]}`
  const { files } = deps
  const url = files.addressOf(main)
  const forms = formsOf(name, made)
  const thumbnailUrl = made.thumbnail && files.addressOf(thumbnailKey(name))
  const keys = [main, ...forms.map(({ key }) => key)]
  const { bytes, width, height, type, durationMs = null } = made
  const now = deps.clock.now()
  const file = { url, thumbnail_url: thumbnailUrl, type, bytes, width, height, duration_ms: durationMs }
  const { id } = await deps.db
    .insertInto('media')
    .values({
      owner_id: ownerId,
      ...file,
      keys,
      created_at: now,
      claimed_at: now,
      stored_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await putFiles(deps, main, made, forms)
  await markStored(deps, id, keys)
  return {
    secure_url: url,
    thumbnail_url: thumbnailUrl,
    resource_type: resourceOf(type),
    width,
    height,
    bytes,
    duration: durationMs && durationMs / 1000,
  }
}

function resourceOf(type: string): Uploaded['resource_type'] {
  if (type.startsWith('audio/')) return 'audio'
  return type.startsWith('image/') ? 'image' : 'video'
}

/** Contains nothing from the caller. The first two letters spread the files over folders. */
function newName({ bytes, small }: PreparedMedia): string {
  const id = randomBytes(16).toString('hex')
  const types = small?.avif ? 'webp and avif' : 'webp'
  return `${id.slice(0, 2)}/${pictureName(id, bytes, small ? types : 'none')}`
}

/** The name of a thumbnail contains its longest side. */
const thumbnailKey = (name: string) => `${name}-${thumbnailSide}.webp`

type Form = { key: string; type: string; bytes: Buffer }

function formsOf(name: string, { thumbnail, small }: PreparedMedia): Form[] {
  const forms: (Omit<Form, 'bytes'> & { bytes: Buffer | null | undefined })[] = [
    { key: thumbnailKey(name), type: 'image/webp', bytes: thumbnail },
    { key: smallName(name, 'webp'), type: 'image/webp', bytes: small?.webp },
    { key: smallName(name, 'avif'), type: 'image/avif', bytes: small?.avif },
  ]
  return forms.flatMap(({ bytes, ...form }) => (bytes ? [{ ...form, bytes }] : []))
}

async function putFiles(
  { files, log }: StoreDeps,
  main: string,
  { content, type }: PreparedMedia,
  forms: Form[],
): Promise<void> {
  try {
    if (typeof content === 'string') await files.take(main, content, type)
    else await files.put(main, content, type)
    for (const form of forms) await files.put(form.key, form.bytes, form.type)
  } catch (error) {
    log.error({ err: error }, 'the media store does not take a file')
    // The files are removed at once, because space may be short. If this fails too, the sweeper finds the row.
    await Promise.allSettled([main, ...forms.map(({ key }) => key)].map((key) => files.remove(key)))
    throw isStorageFull(error)
      ? storageFull()
      : unavailable('The file could not be stored. Please try again in a moment.')
  }
}

/** Sets `stored_at`. If the owner has been erased, the row is gone, and nothing else would remove these files. */
async function markStored({ db, clock, files }: StoreDeps, id: number, keys: string[]): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ stored_at: clock.now() })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  for (const key of keys) await files.remove(key)
  throw unauthenticated()
}
