import { captionLength } from '@rootsquare/contract/posts'
import type { DraftFile } from '#web/entities/uploads/use-draft-files.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import type { SentRequest } from '#web/lib/net/request-key.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import { keyOf, outboxPrefix } from '#web/lib/storage/database.ts'
import { storedValues, storeValues } from '#web/lib/storage/member-store.ts'
import { randomId } from '#web/lib/storage/random-id.ts'
import { mergedText, saveDraft } from '#web/lib/storage/use-draft.ts'

const offlineText = 'You are offline. What you wrote is kept here.'
export const postFailed = 'An unexpected error occurred'

export type TargetGroup = { id: number; name: string }

/** A file that was not attached. It is shown with the reason until the member dismisses it. */
export type RejectedFile = {
  id: string
  name: string
  reason: string
  /** Whether it was part of the draft, so that the member must notice if the post is sent without it. */
  isMissed: boolean
}

export type PostDraft = {
  text: string
  /** Is null if the post has no place. */
  place: string | null
  /** Is null if the post is for followers, and missing while nobody has chosen. */
  group?: TargetGroup | null
  files: readonly DraftFile[]
  sent: SentRequest | null
}

/** A member has one draft for the home page and one for each group. */
export type DraftSlot = { memberId: number; groupId: number | null }

export const blankPostDraft: PostDraft = { text: '', place: null, files: [], sent: null }

/** Reads a stored draft without zod, which the home page does not load. Version 2 stored no `sent`. */
export const StoredPostDraft = {
  safeParse: (stored: unknown) => (isPostDraft(stored) ? { data: { ...blankPostDraft, ...stored } } : {}),
  merge: mergedPost,
}

function mergedPost(stored: unknown, typed: unknown): unknown {
  if (!isPostDraft(stored) || !isPostDraft(typed)) return typed ?? stored
  return {
    text: mergedText(stored.text, typed.text),
    place: typed.place ?? stored.place,
    group: typed.group ?? stored.group,
    files: [...stored.files, ...typed.files],
    sent: typed.sent ?? stored.sent,
  }
}

function isPostDraft(stored: unknown): stored is PostDraft {
  return typeof propertyOf(stored, 'text') === 'string' && Array.isArray(propertyOf(stored, 'files'))
}

/** Returns where a post goes: null for followers. */
export function targetOf({ groupId }: Pick<DraftSlot, 'groupId'>, { group }: PostDraft): number | null {
  return groupId ?? group?.id ?? null
}

const area = () => window.localStorage
const chosenKey = (memberId: number) => keyOf({ what: 'post-target', memberId })

/** Returns the last choice on this device. A newcomer, whom nobody follows yet, is better read in a group. */
export function suggestedGroup(
  memberId: number,
  groups: readonly TargetGroup[],
  followers: number | undefined,
): TargetGroup | null {
  const last = readStored(area, chosenKey(memberId))
  const first = last !== '' && followers === 0 ? groups[0] : undefined
  return targetGroupOf(groups.find(({ id }) => String(id) === last) ?? first)
}

export function rememberTarget(memberId: number, group: TargetGroup | null): void {
  writeStored(area, chosenKey(memberId), String(group?.id ?? ''))
}

/** Returns the two fields of a group that the draft stores. */
export function targetGroupOf(group: TargetGroup | undefined): TargetGroup | null {
  return group === undefined ? null : { id: group.id, name: group.name }
}

export function isBlank({ text, place, files }: PostDraft): boolean {
  return text.trim() === '' && (place ?? '').trim() === '' && files.length === 0
}

export function draftKeyOf({ memberId, groupId }: DraftSlot) {
  return { what: 'post', memberId, id: slotOf(groupId) }
}

export function fileKeyOf({ groupId }: DraftSlot, fileId: string): string {
  return `${slotOf(groupId)}/${fileId}`
}

/** Returns the files of a draft by their keys, without those of posts that wait for a connection. */
export function filesIn(place: DraftSlot): Map<string, unknown> {
  const waiting = parkedPosts(place.memberId).flatMap(({ draft, groupId }) =>
    draft.files.map(({ id }) => fileKeyOf({ ...place, groupId }, id)),
  )
  const stored = [...storedValues(place.memberId, fileKeyOf(place, ''))]
  return new Map(stored.filter(([key]) => !waiting.includes(key)))
}

/** A post that waits for a connection. `groupId` is that of its composer, and the draft contains its own. */
export type ParkedPost = DraftSlot & { id: string; draft: PostDraft; error: string | null }

/** Returns the posts that left their composer without a connection. */
export function parkedPosts(memberId: number): ParkedPost[] {
  const entries = [...storedValues(memberId, outboxPrefix).values()]
  return entries.flatMap((entry) => {
    const draft = propertyOf(propertyOf(entry, 'item'), 'draft')
    if (propertyOf(entry, 'kind') !== 'post' || !isPostDraft(draft)) return []
    const [id, error] = [propertyOf(entry, 'id'), propertyOf(entry, 'error')]
    const groupId = Number(propertyOf(entry, 'receiverId')) || null
    return [{ memberId, groupId, id: String(id), draft, error: typeof error === 'string' ? error : null }]
  })
}

export function deleteDraft(place: DraftSlot): void {
  saveDraft(draftKeyOf(place), null)
  storeValues(
    place.memberId,
    [...filesIn(place).keys()].map((key) => [key, null]),
  )
}

function slotOf(groupId: number | null): string {
  return groupId === null ? 'home' : `group-${groupId}`
}

/** Returns whether the post is on its way, also in another tab. One without a connection has left its composer. */
export function isPostSending({ memberId, groupId }: DraftSlot): boolean {
  return [...storedValues(memberId, outboxPrefix).values()].some(
    (entry) =>
      propertyOf(entry, 'kind') === 'post' &&
      propertyOf(entry, 'receiverId') === (groupId ?? 0) &&
      propertyOf(propertyOf(entry, 'item'), 'draft') === undefined,
  )
}

export function postFailureText(failure: unknown): string {
  const isLost = failure instanceof CallError && failure.status === 0
  return isLost && !navigator.onLine ? offlineText : errorText(failure, postFailed)
}

export function rejectedFile(name: string, reason: string, isMissed = false): RejectedFile {
  return { id: randomId(), name, reason, isMissed }
}

export function isCaptionFit(text: string): boolean {
  const count = lengthOf(text)
  return count > 0 && count <= captionLength
}
