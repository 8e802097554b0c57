import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { IdInPath } from '@rootsquare/contract/lib/fields'
import { maxFrames, maxImagePixels } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import { addressKey, limit } from '#api/http/auth/rate-limits.ts'
import { notFound, unavailable } from '#api/http/api-error.ts'
import { PicturesBusy, UndrawablePicture } from '#api/ports/pictures/pictures.ts'
import type { Preview } from './preview.ts'
import { cardSize } from './shared-page.ts'

type CardDeps = Pick<Deps, 'counters' | 'settings' | 'files' | 'pictures' | 'log'>

/** Some 100 kB each. Programs ask for a card a few times within minutes of a link being pasted. */
const maxCards = 60

/**
 * Serves the pictures of link previews: JPEG in the size that all programs show, while our own pictures are WebP in many
 * sizes. Whether visitors may see the picture is looked up for each request, and only then is it drawn or taken from memory.
 */
export async function serveCardPictures(app: FastifyInstance, deps: CardDeps, previews: Preview[]) {
  const cards = previews.flatMap(({ card }) => card ?? [])
  const drawCard = cardDrawer(deps)
  app.get<{ Params: { kind: string; file: string } }>(
    '/share-card/:kind/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      await limit(deps, 'anonymous', addressKey(request.ip))
      const { kind, file } = request.params
      const card = cards.find((one) => one.kind === kind)
      const id = IdInPath.safeParse(/^(\d+)\.jpg$/.exec(file)?.[1])
      const picture = card && id.success ? await card.findPicture(id.data) : null
      if (picture === null) throw notFound()
      const etag = `"${createHash('sha256').update(picture).digest('base64url')}"`
      reply.headers({ etag, 'cache-control': 'public, max-age=600' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      const bytes = await drawCard(picture)
      // A picture that is stored elsewhere can only be pointed to.
      if (bytes === null) return reply.redirect(picture)
      // Other sites show it in their pages.
      return reply.headers({ 'cross-origin-resource-policy': 'cross-origin' }).type('image/jpeg').send(bytes)
    },
  )
}

/** Draws each picture once, and remembers those that were asked for last. */
function cardDrawer(deps: CardDeps) {
  const drawn = new Map<string, Promise<Buffer | null>>()
  return async (picture: string): Promise<Buffer | null> => {
    const bytes = drawn.get(picture) ?? draw(deps, picture)
    drawn.delete(picture)
    drawn.set(picture, bytes)
    const [oldest] = drawn.keys()
    if (oldest !== undefined && drawn.size > maxCards) drawn.delete(oldest)
    bytes.catch(() => drawn.delete(picture))
    return bytes
  }
}

async function draw({ files, pictures, log }: CardDeps, picture: string): Promise<Buffer | null> {
  if (/^https?:/.test(picture) && !picture.startsWith(files.addressOf(''))) return null
  const source = await files.read(picture)
  if (source === null) throw notFound()
  const sizes = { side: cardSize.width, thumbnailSide: null, maxPixels: maxImagePixels, maxFrames }
  try {
    // Cards wait for one another, never for what members upload.
    const card = await pictures.draw({ source, format: 'webp', ...sizes, card: cardSize }, 'share-card')
    return card.bytes
  } catch (error) {
    if (!(error instanceof PicturesBusy || error instanceof UndrawablePicture)) throw error
    log.warn({ err: error }, 'a share card was not drawn')
    throw error instanceof PicturesBusy ? unavailable() : notFound()
  }
}
