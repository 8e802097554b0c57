import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { DraftPictures, usePictureForm } from '#web/entities/uploads/use-picture-form.ts'
import { uploadedIn } from '#web/entities/uploads/use-pictures.ts'
import { currentQueryClient } from '#web/lib/net/query-client.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { tokenFor } from '#web/test/open-app.tsx'
import { storedUnsent } from '#web/test/unsent.ts'

const Review = z.object({ text: z.string(), pictures: DraftPictures })
const blank = { text: '', pictures: [] }
const pictures = ['one', 'two'].map((name) => ({ url: `/media/${name}.webp`, thumbnail: null }))

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={currentQueryClient()}>{children}</QueryClientProvider>
}

/** Two of them share their draft like two tabs. */
function open() {
  const use = () => {
    const draft = useDraft({ what: 'review', memberId: 1, id: 2 }, Review, blank)
    const form = usePictureForm({ initial: blank, draft, send: () => undefined }, { most: 3 })
    return { draft, form }
  }
  return renderHook(use, { wrapper }).result
}

type Opened = ReturnType<typeof open>
const listOf = ({ current }: Opened) => current.form.pictureList.uploads
const urlsOf = (opened: Opened) => uploadedIn(listOf(opened).pictures).map(({ url }) => url)

function removeFirst(opened: Opened): void {
  const [first] = listOf(opened).pictures
  act(() => listOf(opened).remove(first?.id ?? ''))
}

beforeEach(() => window.localStorage.setItem('rootsquare.token', tokenFor(1)))

test('a form shows the pictures that another one with its draft has changed', () => {
  const [first, second] = [open(), open()]
  act(() => first.current.draft.change({ text: 'Fine', pictures }))
  expect(urlsOf(second)).toHaveLength(2)
  removeFirst(first)
  for (const opened of [first, second]) expect(urlsOf(opened)).toEqual(['/media/two.webp'])
  removeFirst(second)
  for (const opened of [first, second]) expect(urlsOf(opened)).toEqual([])
})

test('a sent draft does not come back from another form with it', () => {
  const first = open()
  act(() => first.current.draft.change({ text: 'Fine', pictures }))
  const second = open()
  act(() => first.current.draft.clear())
  expect(urlsOf(second)).toEqual([])
  expect(storedUnsent()).toBe('')
})
