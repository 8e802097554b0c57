import { IdInPath } from '@rootsquare/contract/lib/fields'
import type { Post, PostMedium } from '@rootsquare/contract/posts'
import { brand } from '@rootsquare/contract/product'
import type { Deps } from '#api/deps.ts'
import { escapeHtml } from '#api/http/page/html.ts'
import type { Preview } from '#api/http/page/preview.ts'
import { headOf, type SharedPage } from '#api/http/page/shared-page.ts'
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
      return { head: headOf(pageOf(post), settings), body: { root: bodyOf(post), style } }
    },
    card: {
      kind: 'post',
      findPicture: async (id) => pictureOf(await requirePost(db, null, id))?.url ?? null,
    },
  }
}

const nameOf = ({ firstname, lastname }: Post) => `${firstname} ${lastname}`

function pageOf(post: Post): SharedPage {
  const { id, createdDate } = post
  const description = excerptOf(post.caption, 200)
  return {
    kind: 'post',
    id,
    path: `/post/${id}`,
    openGraphType: 'article',
    title: `${nameOf(post)} on ${brand}`,
    description,
    picture: pictureOf(post),
    properties: { 'article:published_time': createdDate },
    jsonLd: {
      '@type': 'SocialMediaPosting',
      headline: excerptOf(post.caption, 100),
      datePublished: createdDate,
      author: { '@type': 'Person', name: nameOf(post) },
    },
  }
}

/** Returns the first still picture. A video is shown by its poster. */
function pictureOf(post: Post): SharedPage['picture'] {
  const stills = post.postImageDTO.flatMap((medium) => {
    const url = medium.type === 'image' ? medium.postImage : medium.thumbnail
    return url === null ? [] : [{ url, alt: altOf(medium, post) }]
  })
  return stills[0] ?? null
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
