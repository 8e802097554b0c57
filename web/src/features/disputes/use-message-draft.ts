import { disputeTextLength, maxDisputeImages } from '@rootsquare/contract/trade/disputes'
import { z } from 'zod'
import { DraftPictures, usePictureDraft } from '#web/entities/uploads/use-picture-draft.ts'
import { picturesErrorIn } from '#web/entities/uploads/use-pictures.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'

const schema = z.object({ text: z.string(), pictures: DraftPictures })
const initial: z.infer<typeof schema> = { text: '', pictures: [] }

export function useMessageDraft(what: string, id: number) {
  const { draft, pictures, uploaded, edit, ...stored } = usePictureDraft({
    what,
    id,
    schema,
    initial,
    maxPictures: maxDisputeImages,
  })
  return {
    ...stored,
    text: draft.text,
    textError: textErrorIn(draft.text),
    picturesError: picturesErrorIn(pictures.pictures, false),
    pictures,
    content: { text: draft.text.trim(), images: uploaded.map(({ url }) => url) },
    setText: (text: string) => edit({ text }),
  }
}

function textErrorIn(text: string): string | null {
  const length = lengthOf(text)
  if (length === 0) return 'Please say what happened.'
  return length > disputeTextLength ? tooLongText(disputeTextLength) : null
}

export type MessageDraftState = ReturnType<typeof useMessageDraft>
