import { IdInPath } from '@rootsquare/contract/lib/fields'
import type { Post, PostMedium } from '@rootsquare/contract/posts'
import { brand } from '@rootsquare/contract/product'
import type { Deps } from '#api/deps.ts'
import { escapeHtml } from '#api/http/page/html.ts'
import type { Preview } from '#api/http/page/preview.ts'
import type { Settings } from '#api/settings.ts'
import { excerptOf } from './excerpt.ts'
import { noSuchPost, requirePost } from './post-rows.ts'

/** Renders the page of a post as a visitor sees it, because browsers request pages without a token. */
export function postPreview({ db, settings }: Deps): Preview {
  return {
    // The router of the app ignores case too.
    pattern: /^\/post\/([^/]+)\/?$/i,
    async preview([, pathId]) {
      const id = IdInPath.safeParse(pathId)
      if (!id.success) throw noSuchPost()
      const post = await requirePost(db, null, id.data)
      return { head: headOf(post, settings), root: bodyOf(post), style }
    },
  }
}

const nameOf = ({ firstname, lastname }: Post) => `${firstname} ${lastname}`

function headOf(post: Post, { publicUrl }: Settings): string {
  const address = `${publicUrl}/post/${post.id}`
  const title = `${nameOf(post)} on ${brand}`
  const description = excerptOf(post.caption, 200)
  const picture = pictureOf(post)
  const { width, height, alt } = picture
  const image = new URL(picture.url, publicUrl).href
  const isLarge = picture.url !== card.url
  const open = {
    'og:site_name': brand,
    'og:type': 'article',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': image,
    ...(width && height && { 'og:image:width': String(width), 'og:image:height': String(height) }),
    'og:image:alt': alt,
    'article:published_time': post.createdDate,
  }
  const twitter = {
    'twitter:card': isLarge ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image,
    'twitter:image:alt': alt,
  }
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    ...Object.entries(open).map(([name, content]) => meta('property', name, content)),
    ...Object.entries(twitter).map(([name, content]) => meta('name', name, content)),
  ].join('\n    ')
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`

type Picture = { url: string; width: number | null; height: number | null; alt: string }

const card: Picture = {
  url: '/card.png',
  width: 1200,
  height: 630,
  alt: `${brand}, the square where every root meets`,
}

/** Returns the first still picture. A video is shown by its poster, whose size is not stored. */
function pictureOf(post: Post): Picture {
  const stills = post.postImageDTO.flatMap((medium): Picture[] => {
    const alt = altOf(medium, post)
    if (medium.type === 'image') return [{ ...medium, url: medium.postImage, alt }]
    return medium.thumbnail === null ? [] : [{ url: medium.thumbnail, width: null, height: null, alt }]
  })
  return stills[0] ?? card
}

const altOf = ({ alt, type }: PostMedium, post: Post) =>
  alt ?? `${type === 'image' ? 'Picture' : 'Video'} by ${nameOf(post)}`

const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** The style uses the CSS variables of the app, whose style sheet loads before its script. */
const style = `.preview{max-width:640px;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere}
.preview h1{margin:0;font-size:20px;line-height:1.4}
.preview p{margin:0 0 12px}
.preview .facts{color:var(--ink2);font-size:13px}
.preview img,.preview video{display:block;max-width:100%;height:auto;margin:12px 0;border-radius:var(--r-m)}
.preview a{display:block;width:fit-content;margin-top:24px;padding:11px 18px;border-radius:var(--r-full);
background:var(--primary);color:var(--on-primary);font-weight:650;text-decoration:none}`

function bodyOf(post: Post): string {
  const { createdDate, postGroupName, location, caption, userName } = post
  const facts = [`@${userName}`, postGroupName, location].flatMap((fact) => fact ?? [])
  const written = time.format(new Date(createdDate))
  return `<main class="preview"><article>
<h1>${escapeHtml(nameOf(post))}</h1>
<p class="facts">${facts.map(escapeHtml).join(' · ')} · <time datetime="${createdDate}">${written}</time></p>
<p dir="auto">${escapeHtml(caption).replaceAll('\n', '<br />')}</p>
${post.postImageDTO.map((medium, place) => mediumOf(medium, post, place)).join('\n')}
</article>
<a href="/signup">Create your account on ${brand}</a></main>`
}

/**
 * Renders a picture or video. Only the first picture loads at once, because the app replaces all of this as soon as it
 * runs.
 */
function mediumOf(medium: PostMedium, post: Post, place: number): string {
  const { postImage, thumbnail, width, height } = medium
  const source = `src="${escapeHtml(postImage)}"${width && height ? ` width="${width}" height="${height}"` : ''}`
  const alt = escapeHtml(altOf(medium, post))
  if (medium.type === 'image') {
    return `<img ${source} alt="${alt}"${place > 0 ? ' loading="lazy"' : ''} />`
  }
  const poster = thumbnail === null ? '' : ` poster="${escapeHtml(thumbnail)}"`
  return `<video ${source}${poster} aria-label="${alt}" controls preload="none"></video>`
}
