import { UserSearch } from '#web/features/people/search/user-search.tsx'
import classes from './find-people.module.css'

export function FindPeople() {
  return (
    <section className={`card ${classes.card}`} aria-labelledby="find-people">
      <h2 id="find-people" className={classes.title}>
        Find people
      </h2>
      <UserSearch />
    </section>
  )
}
