/** Routes by their names in the spec, for links: `<Link to={routes.Post} params={{ id }}>`. */
export const routes = {
  User: '/user',
  UserProfile: '/profile/{-$tab}',
  Post: '/post/$id',
  MessagePage: '/messages/$receipientId',
  UserAnalytics: '/user-analytics/$userId',
  OrderDetails: '/my-order/$reference',
  Mail: '/mail-sent',
  Loading: '/loading',
} as const

/** The last part of a profile's address. */
export const profileTabs = ['posts', 'following', 'followers', 'groups', 'items'] as const
