/** What is counted: the path of the call that tells it, without the number. */
export type Metric =
  | 'user.followers'
  | 'user.follows'
  | 'user.posts'
  | 'user.group-posts'
  | 'user.given-likes'
  | 'user.received-likes'
  | 'user.given-comments'
  | 'user.received-comments'
  | 'user.logins'
  | 'groups.membership'
  | 'groups.posts'
  | 'groups.comments'
  | 'groups.likes'
  | 'system.signups'
  | 'system.logins'
  | 'system.posts'
  | 'system.group-memberships'
  | 'system.bans'
  | 'system.suspensions'

export type AnalyticsTables = {
  /** `day` is one of Lagos. */
  day_counts: { metric: Metric; subject_id: number; day: string; value: number }
  day_changes: { metric: Metric; subject_id: number; day: string; step: number }
  days_found: { metric: Metric; subject_id: number; day: string; value: number }
}
