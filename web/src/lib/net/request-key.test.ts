import { expect, test } from 'vitest'
import { requestKeyFor } from '#web/lib/net/request-key.ts'

test('uses the same key only for the same content', () => {
  const content = { caption: 'Once', location: null }
  const sent = requestKeyFor(null, content)
  expect(requestKeyFor(sent, { ...content })).toBe(sent)
  expect(requestKeyFor(sent, { ...content, location: 'Jos' }).key).not.toBe(sent.key)
})
