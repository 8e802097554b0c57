import { disputeTextLength } from '@rootsquare/contract/trade/disputes'
import type { ComponentProps } from 'react'
import { z } from 'zod'
import { PictureList } from '#web/entities/uploads/picture-list.tsx'
import { DraftPictures, type PictureForm } from '#web/entities/uploads/use-picture-form.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'

export const MessageDraft = z.object({ text: z.string(), pictures: DraftPictures })
export type MessageDraft = z.infer<typeof MessageDraft>
export const noMessage: MessageDraft = { text: '', pictures: [] }

export const messageLimits = { text: { max: disputeTextLength } }
export const textError = (text: string, missing: string) => (lengthOf(text) === 0 ? missing : null)

type MessageFieldsProps<Draft extends MessageDraft> = {
  form: Pick<PictureForm<Draft>, 'pictureList' | 'isPending'>
  field: ComponentProps<typeof TextArea>
  label: string
  description: string
}

export function MessageFields<Draft extends MessageDraft>(props: MessageFieldsProps<Draft>) {
  const { form, field, label, description } = props
  return (
    <>
      <TextArea
        label={label}
        description={description}
        rows={4}
        readOnly={form.isPending}
        counterFrom={0}
        {...field}
      />
      <PictureList {...form.pictureList} label="Pictures of what is wrong" />
    </>
  )
}
