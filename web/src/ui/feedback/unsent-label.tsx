import classes from './unsent-label.module.css'

/** On the page of something that is gone: what somebody wrote for it is not lost with it. */
export function UnsentText({ words }: { words: { key: string; text: string }[] }) {
  if (words.length === 0) return null
  return (
    <div className={classes.unsent}>
      <p>What you wrote was not sent:</p>
      {words.map(({ key, text }) => (
        <blockquote key={key} dir="auto">
          {text}
        </blockquote>
      ))}
    </div>
  )
}
