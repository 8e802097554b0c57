import { nameText } from '@rootsquare/contract/fields'
import { groupDescriptionLength, groupNameLength } from '@rootsquare/contract/groups'
import { useState } from 'react'
import type { GroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraftDesk } from '#web/features/groups/create/use-group-draft.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'

export type Troubles = Partial<Record<'name' | 'description' | 'image' | 'header' | 'stateCodes', string>>

/** What is wrong with which field. It holds until the field is changed. */
export function useGroupTroubles(desk: GroupDraftDesk, onFound: (found: Troubles) => void) {
  const [said, setSaid] = useState<Troubles>({})

  function complain(found: Troubles): void {
    setSaid(found)
    onFound(found)
  }

  function change(part: Partial<GroupDraft>): void {
    desk.change(part)
    setSaid(Object.fromEntries(Object.entries(said).filter(([field]) => !(field in part))))
  }

  return { troubles: { ...said, ...tooLong(desk.value) }, complain, change }
}

const troubleInName = fieldErrorIn(nameText(groupNameLength))

export function troublesIn(draft: GroupDraft): Troubles {
  const { name, description } = draft
  const nameTrouble = troubleInName(name)
  return {
    ...(nameTrouble !== null && { name: nameTrouble }),
    ...(description.trim() === '' && { description: 'Required.' }),
    ...tooLong(draft),
  }
}

function tooLong({ name, description }: GroupDraft): Troubles {
  return {
    ...(nameLengthOf(name) > groupNameLength && { name: tooLongText(groupNameLength) }),
    ...(lengthOf(description) > groupDescriptionLength && {
      description: tooLongText(groupDescriptionLength),
    }),
  }
}

/** As the server counts a name: accents in one spelling, single blanks. */
export function nameLengthOf(name: string): number {
  return lengthOf(name.normalize('NFC').replaceAll(/[\s\u0085]+/g, ' '))
}
