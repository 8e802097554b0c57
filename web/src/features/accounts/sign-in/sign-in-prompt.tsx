import { Link } from '@tanstack/react-router'

export function SignInPrompt({ question }: { question: string }) {
  return (
    <>
      {question}{' '}
      <Link to="/" className="link">
        Sign In
      </Link>
    </>
  )
}
