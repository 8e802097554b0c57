import { Link } from '@tanstack/react-router'

/** The way back to the first door, with the question that leads there. */
export function ToSignIn({ question }: { question: string }) {
  return (
    <>
      {question}{' '}
      <Link to="/" className="link">
        Sign In
      </Link>
    </>
  )
}
