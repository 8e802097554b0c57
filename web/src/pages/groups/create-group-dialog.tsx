import { useEffect, useEffectEvent, useState } from 'react'
import { CreateGroupDetails } from '#web/features/groups/create/create-group-details.tsx'
import { CreateGroupSections } from '#web/features/groups/create/create-group-sections.tsx'
import { useGroupDraft } from '#web/features/groups/create/use-group-draft.ts'
import type { GroupDraftDesk } from '#web/features/groups/create/use-group-draft.ts'
import { UploadPicture } from '#web/entities/uploads/upload-picture.tsx'
import { usePicture } from '#web/entities/uploads/use-picture.ts'
import { useSession } from '#web/lib/session/session.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Cloth } from '#web/ui/layout/cloth.tsx'

/** For whoever may create groups. What was typed waits for the next time it is opened. */
export function CreateGroupDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  return session && <CreatingGroup memberId={session.userId} onClose={onClose} />
}

function CreatingGroup({ memberId, onClose }: { memberId: number; onClose: () => void }) {
  const desk = useGroupDraft(memberId)
  const { group, id } = desk.value
  if (group !== null) return <CreateGroupSections desk={desk} group={group} onClose={onClose} />
  return <Details key={id} desk={desk} onClose={onClose} />
}

const lostWords = 'A picture was still on its way and is not kept. Please choose it again.'

function Details({ desk, onClose }: { desk: GroupDraftDesk; onClose: () => void }) {
  const image = useKeptPicture('groupImage', desk.value.image, (url) => desk.change({ image: url }))
  const header = useKeptPicture('groupHeader', desk.value.header, (url) => desk.change({ header: url }))

  function close(): void {
    onClose()
    if (image.share !== null || header.share !== null) showSnackbar('warning', lostWords)
  }

  return (
    <CreateGroupDetails
      desk={desk}
      pictures={{ image: image.change, header: header.change }}
      pictureFields={
        <>
          <UploadPicture picture={header} empty={<Cloth />} />
          <UploadPicture picture={image} empty={<Cloth />} />
        </>
      }
      onClose={close}
    />
  )
}

/** A picture that is up is part of the draft by its address. */
function useKeptPicture(
  kind: 'groupImage' | 'groupHeader',
  kept: string | null,
  keep: (url: string | null) => void,
) {
  const [before] = useState(kept)
  const picture = usePicture(kind, before)
  const { change } = picture
  const onChange = useEffectEvent(keep)
  useEffect(() => {
    let isNewest = true
    void Promise.resolve(change === undefined ? before : change).then(
      (url) => isNewest && onChange(url),
      () => undefined,
    )
    return () => {
      isNewest = false
    }
  }, [change, before])
  return picture
}
