import { useState } from 'react'
import { blankDraft, isBlank } from '#web/features/posts/composer/composer-draft.ts'
import type { Draft } from '#web/features/posts/composer/composer-draft.ts'
import type { DraftPlace, Found } from '#web/features/posts/drafts/draft-store.ts'
import { useAttachments } from '#web/features/posts/media/use-attachments.ts'
import { useDraft } from '#web/features/posts/drafts/use-draft.ts'
import { useNewest } from '#web/features/posts/feed/use-newest.ts'
import { useSending } from '#web/features/posts/composer/use-sending.ts'
import { announce } from '#web/lib/navigation/announce.ts'

/** What has just become of the draft as a whole. */
type Story = { is: 'none' } | { is: 'restored' } | { is: 'discarded'; draft: Draft }
type Given = { place: DraftPlace; fixedGroupId: number | undefined; onPosted: () => void }

const none: Story = { is: 'none' }

export type ComposerParts = ReturnType<typeof useComposer>

/** A post from the first letter until it is out. */
export function useComposer({ place, fixedGroupId, onPosted }: Given) {
  const draft = useNewest(blankDraft)
  const [story, setStory] = useState<Story>(none)
  const { saveNow } = useDraft(place, draft.value, { newest: draft.newest, onFound })
  const sending = useSending({ draft, place, fixedGroupId, onPosted: clear, saveNow })
  const attachments = useAttachments(draft, { goOn: sending.goOn, cancel: sending.cancel, saveNow })

  function start(next: Draft, now: Story): void {
    draft.change(() => next)
    setStory(now)
    attachments.dismiss()
    saveNow()
  }

  function clear(): void {
    onPosted()
    start(blankDraft(), none)
  }

  function onFound(found: Found | null, isNews: boolean): void {
    if (isNews && sending.phase !== 'writing') return
    if (found === null) return start(blankDraft(), none)
    draft.change((now) => (isNews ? found.draft : joined(found.draft, now)))
    setStory({ is: 'restored' })
    attachments.refuse(found.lost)
    announce('live-polite', 'Draft restored')
  }

  function write(news: Partial<Pick<Draft, 'text' | 'place' | 'group'>>): void {
    if (sending.phase !== 'writing') return
    draft.change((now) => ({ ...now, ...news }))
    if (story.is === 'discarded') setStory(none)
  }

  const discard = () => start(blankDraft(), { is: 'discarded', draft: draft.newest() })
  const undo = () => story.is === 'discarded' && start(story.draft, none)
  return { draft: draft.value, story: story.is, attachments, sending, write, discard, undo }
}

/** Who began to type before the draft was found loses nothing. */
function joined(kept: Draft, typed: Draft): Draft {
  if (isBlank(typed)) return kept
  return {
    ...kept,
    text: [kept.text, typed.text].filter((text) => text !== '').join('\n'),
    place: typed.place ?? kept.place,
    group: typed.group ?? kept.group,
    files: [...kept.files, ...typed.files],
  }
}
