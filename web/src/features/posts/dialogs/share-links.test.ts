import type { Post } from '@rootsquare/contract/posts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shareLinks } from './share-links.ts'

beforeAll(() => vi.stubGlobal('location', { origin: 'https://rootsquare.example' }))
afterAll(() => vi.unstubAllGlobals())

test('each way to share opens a form of its own with the link in it', () => {
  const post: Pick<Post, 'id' | 'firstname' | 'lastname'> = { id: 42, firstname: 'Ṣadé', lastname: 'A & B' }
  const link = 'https://rootsquare.example/post/42'
  const [x, whatsApp, facebook] = shareLinks(post).map(({ href }) => new URL(href))
  expect(shareLinks(post).map(({ name }) => name)).toEqual(['X', 'WhatsApp', 'Facebook'])
  expect(x?.origin).toBe('https://x.com')
  expect(x?.pathname).toBe('/intent/post')
  expect(x?.searchParams.get('url')).toBe(link)
  expect(x?.searchParams.get('text')).toBe('Ṣadé A & B on Rootsquare')
  expect(whatsApp?.host).toBe('wa.me')
  expect(whatsApp?.searchParams.get('text')).toBe(`Ṣadé A & B on Rootsquare ${link}`)
  expect(facebook?.host).toBe('www.facebook.com')
  expect(facebook?.searchParams.get('u')).toBe(link)
})
