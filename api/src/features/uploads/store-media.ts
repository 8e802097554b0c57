import { randomBytes } from 'node:crypto'
import { thumbnailSide, type Uploaded } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import { isStorageFull } from '#api/http/errors.ts'
import { storageFull, unauthenticated, unavailable } from '#api/http/api-error.ts'

/** `content` contains bytes, or the path of a file that may be moved. */
export type PreparedMedia = {
  type: string
  content: Buffer | string
  bytes: number
  width: number | null
  height: number | null
  thumbnail: Buffer | null
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
  const keys = newKeys(made)
  const { files } = deps
  const url = files.addressOf(keys.main)
  const thumbnailUrl = keys.thumbnail && files.addressOf(keys.thumbnail)
  const { bytes, width, height, type, durationMs = null } = made
  const now = deps.clock.now()
  const file = { url, thumbnail_url: thumbnailUrl, type, bytes, width, height, duration_ms: durationMs }
  const { id } = await deps.db
    .insertInto('media')
    .values({
      owner_id: ownerId,
      ...file,
      keys: keysIn(keys),
      created_at: now,
      claimed_at: now,
      stored_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await putFiles(deps, keys, made)
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

type Keys = { main: string; thumbnail: string | null }

/**
 * Returns keys that contain nothing from the caller. The name of a thumbnail contains its longest side. The first two
 * letters spread the files over folders.
 */
function newKeys({ type, thumbnail }: PreparedMedia): Keys {
  const name = randomBytes(16).toString('hex')
  const place = `${name.slice(0, 2)}/${name}`
  return { main: `${place}.${endings[type]}`, thumbnail: thumbnail && `${place}-${thumbnailSide}.webp` }
}

const keysIn = ({ main, thumbnail }: Keys) => (thumbnail === null ? [main] : [main, thumbnail])

async function putFiles(
  { files, log }: StoreDeps,
  keys: Keys,
  { content, thumbnail, type }: PreparedMedia,
): Promise<void> {
  try {
    if (typeof content === 'string') await files.take(keys.main, content, type)
    else await files.put(keys.main, content, type)
    if (keys.thumbnail && thumbnail) await files.put(keys.thumbnail, thumbnail, 'image/webp')
  } catch (error) {
    log.error({ err: error }, 'the media store does not take a file')
    // The files are removed at once, because space may be short. If this fails too, the sweeper finds the row.
    await Promise.allSettled(keysIn(keys).map((key) => files.remove(key)))
    throw isStorageFull(error)
      ? storageFull()
      : unavailable('The file could not be stored. Please try again in a moment.')
  }
}

/** Sets `stored_at`. If the owner has been erased, the row is gone, and nothing else would remove these files. */
async function markStored({ db, clock, files }: StoreDeps, id: number, keys: Keys): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ stored_at: clock.now() })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  for (const key of keysIn(keys)) await files.remove(key)
  throw unauthenticated()
}
