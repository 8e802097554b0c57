import { Link } from '@tanstack/react-router'
import { focusComposer } from '#web/features/posts/composer/composer-focus.ts'
import { Cloth } from '#web/ui/layout/cloth.tsx'
import classes from './empty-feed.module.css'

/** For a newcomer whose feed is still empty. */
export function EmptyFeed({ onSearch }: { onSearch: () => void }) {
  return (
    <section className={['card', classes.card].join(' ')} aria-labelledby="ways-on">
      <h2 id="ways-on">No posts yet</h2>
      <div className={classes.cloths} aria-hidden="true">
        <Cloth cloth={{ family: 'adire', palette: 'linen' }} isSwatch />
        <Cloth cloth={{ family: 'akwete', palette: 'leaf' }} isSwatch />
        <Cloth cloth={{ family: 'nok', palette: 'clay' }} isSwatch />
      </div>
      <p>
        Your feed fills with the people you follow. Search for people you know, see what the groups talk
        about, or write the first post.
      </p>
      <ul className={classes.ways}>
        <li>
          <button type="button" className={classes.way} onClick={onSearch}>
            Find people
          </button>
        </li>
        <li>
          <Link to="/group-list" className={classes.way}>
            See all groups
          </Link>
        </li>
        <li>
          <button type="button" className={classes.way} onClick={focusComposer}>
            Write a post
          </button>
        </li>
      </ul>
    </section>
  )
}
