import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod'
import {
  picturesErrorIn,
  uploadedIn,
  usePictures,
  type Pictures,
} from '#web/entities/uploads/use-pictures.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import type { Draft } from '#web/lib/forms/use-values.ts'
import type { UploadedFile } from '#web/lib/net/upload.ts'

export const DraftPictures = z.array(z.object({ url: z.string(), thumbnail: z.string().nullable() }))

type WithPictures = { pictures: UploadedFile[] }
type Options<Values extends WithPictures, Reply> = Parameters<typeof useForm<Values, Reply>>[0] & {
  draft: Draft<Values>
}
type Limit = { most: number; tooMany?: string; isNeeded?: boolean }

/** A form with pictures, which are uploaded at once and saved with what is typed until it is sent. */
export function usePictureForm<Values extends WithPictures, Reply>(
  options: Options<Values, Reply>,
  { most, tooMany = `At most ${most} pictures.`, isNeeded = false }: Limit,
) {
  const { initial, draft } = options
  const pictures = usePictures(draft.draft.pictures, { most, tooMany })
  const picturesError = picturesErrorIn(pictures.pictures, isNeeded)
  const form = useForm({
    errorsFrom: ({ images, ...fields }) => ({ ...fields, pictures: images }),
    ...options,
    check: (values) => ({ pictures: picturesError, ...options.check?.(values) }),
  })
  usePicturesInDraft(draft, pictures, () => form.clearError('pictures'))

  // Uploads go on without a change of the form, so their error may be over.
  const checkPictures = useEffectEvent(() => form.checkField('pictures'))
  useEffect(() => {
    if (picturesError === null) checkPictures()
  }, [picturesError])

  function startOver(): void {
    form.startOver()
    pictures.startOver(initial.pictures)
  }

  return {
    ...form,
    startOver,
    pictureList: { uploads: pictures, error: form.errors.pictures, isBusy: form.isPending },
  }
}

/** Saves the pictures when they change here, and shows those of the draft when another tab or component changes it. */
function usePicturesInDraft<Values extends WithPictures>(
  { draft, change }: Draft<Values>,
  { pictures, adopt }: Pictures,
  onSave: () => void,
): void {
  const uploaded = uploadedIn(pictures)
  const [shownUrls, savedUrls] = [urlsOf(uploaded), urlsOf(draft.pictures)]
  const knownUrls = useRef(savedUrls)
  const align = useEffectEvent(() => {
    const isFromElsewhere = savedUrls !== knownUrls.current
    knownUrls.current = isFromElsewhere ? savedUrls : shownUrls
    if (shownUrls === savedUrls) return
    if (isFromElsewhere) return adopt(draft.pictures)
    change({ ...draft, pictures: uploaded })
    onSave()
  })
  useEffect(() => align(), [shownUrls, savedUrls])
}

export type PictureForm<Values extends WithPictures> = ReturnType<typeof usePictureForm<Values, unknown>>

const urlsOf = (pictures: UploadedFile[]) => pictures.map(({ url }) => url).join(' ')
