import type { Site } from './site.ts'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** `scripts/icons.mjs` draws them all. */
const icons = [
  icon('icon', 192, 'any'),
  icon('icon', 512, 'any'),
  icon('icon-maskable', 192, 'maskable'),
  icon('icon-maskable', 512, 'maskable'),
]

const shortcut = (name: string, url: string, sign: string) => ({
  name,
  url,
  icons: [{ src: `/shortcut-${sign}.png`, sizes: '96x96', type: 'image/png' }],
})

/** Describes the app to browsers that install it (https://www.w3.org/TR/appmanifest/). */
export function manifestOf({ name, tagline, accent, background }: Site) {
  return {
    // Stays the same whatever page the app starts with, or it would be another app.
    id: '/',
    name,
    short_name: name,
    description: tagline,
    lang: 'en',
    start_url: '/user',
    scope: '/',
    display: 'standalone',
    theme_color: accent,
    background_color: background,
    categories: ['social', 'shopping'],
    icons,
    shortcuts: [
      shortcut('New post', '/user?compose=1', 'post'),
      shortcut('Inbox', '/inbox', 'inbox'),
      shortcut('Marketplace', '/marketplace', 'market'),
    ],
    share_target: {
      action: '/share-target',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: ['image/*', 'video/*'] }],
      },
    },
  }
}
