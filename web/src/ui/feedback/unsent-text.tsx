import classes from './unsent-text.module.css'

/** Shows what a member wrote on the page of something that was deleted, so that the text is not lost. */
export function UnsentText({ texts }: { texts: { id: string; text: string }[] }) {
  if (texts.length === 0) return null
  return (
    <div className={`stack gap-xs ${classes.unsent} full-width`}>
      <p>What you wrote was not sent:</p>
      {texts.map(({ id, text }) => (
        <blockquote key={id} className="breakable" dir="auto">
          {text}
        </blockquote>
      ))}
    </div>
  )
}
