import classes from './feed-skeleton.module.css'

/** Cards of the size that is to come, so that little moves when it does. */
export function FeedSkeleton() {
  return (
    <div className={classes.cards} aria-busy="true">
      <p className="sr-only">Loading posts</p>
      {['first', 'second'].map((name) => (
        <div key={name} className={`card ${classes.card}`} aria-hidden="true">
          <div className={classes.head}>
            <span className={classes.avatar} />
            <span className={classes.lines}>
              <span className={classes.line} />
              <span className={classes.line} />
            </span>
          </div>
          <span className={classes.line} />
          <span className={classes.line} />
          <span className={classes.picture} />
        </div>
      ))}
    </div>
  )
}
