import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { uploadedIn, usePictures } from '#web/entities/uploads/use-pictures.ts'
import type { UploadedFile } from '#web/lib/net/upload.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'

export const DraftPictures = z.array(z.object({ url: z.string(), thumbnail: z.string().nullable() }))

type PictureDraft<Draft> = {
  what: string
  id: number
  schema: z.ZodType<Draft>
  initial: Draft
  maxPictures: number
}

/** Saves what was typed and the uploaded pictures until they are sent. */
export function usePictureDraft<Draft extends { pictures: UploadedFile[] }>(of: PictureDraft<Draft>) {
  const key = { what: of.what, memberId: currentSession()?.userId ?? 0, id: of.id }
  const { draft, change, isRestored, discard, clear } = useDraft(key, of.schema, () => of.initial)
  const pictures = usePictures(draft.pictures, {
    most: of.maxPictures,
    tooMany: `At most ${of.maxPictures} pictures.`,
  })
  const isSent = useRef(false)
  const uploaded = uploadedIn(pictures.pictures)

  useEffect(() => {
    if (isSent.current || urlsOf(uploaded) === urlsOf(draft.pictures)) return
    change((now) => ({ ...now, pictures: uploaded }))
  })

  function startOver(): void {
    discard()
    pictures.startOver(of.initial.pictures)
  }

  /** Called after sending. */
  function finish(): void {
    isSent.current = true
    clear()
  }

  const edit = (part: Partial<Draft>) => change((now) => ({ ...now, ...part }))
  return { draft, pictures, uploaded, isRestored, edit, startOver, finish }
}

const urlsOf = (pictures: UploadedFile[]) => pictures.map(({ url }) => url).join(' ')
