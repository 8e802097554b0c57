import { Link } from '@tanstack/react-router'
import { Cloth } from '#web/ui/cloth.tsx'
import classes from './ways-on.module.css'

/** For a newcomer whose feed is still empty. */
export function WaysOn({ onSearch }: { onSearch: () => void }) {
  return (
    <section className={['card', classes.card].join(' ')} aria-labelledby="ways-on">
      <div className={classes.cloths} aria-hidden="true">
        <Cloth cloth={{ family: 'adire', palette: 'linen' }} isSwatch />
        <Cloth cloth={{ family: 'akwete', palette: 'leaf' }} isSwatch />
        <Cloth cloth={{ family: 'nok', palette: 'clay' }} isSwatch />
      </div>
      <h2 id="ways-on">Your feed fills with the people you follow</h2>
      <p>
        Search for people you know and follow them, see what the groups talk about, or write the first post.
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
          <Link to="/marketplace" className={classes.way}>
            Look around the marketplace
          </Link>
        </li>
      </ul>
    </section>
  )
}
