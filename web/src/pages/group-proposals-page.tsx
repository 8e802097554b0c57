/** What members propose for a group's sections. */
export function GroupProposalsPage() {
  return null
}
