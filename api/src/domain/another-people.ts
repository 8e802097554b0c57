/** The slug of the seeded group for members whose people have no group yet. */
export const anotherPeopleSlug = 'another-people'
