import { Link } from '@tanstack/react-router'

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
