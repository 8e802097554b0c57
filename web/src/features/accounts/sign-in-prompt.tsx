import { Link } from '@tanstack/react-router'

export function SignInPrompt({ question }: { question: string }) {
  return (
    <>
      {question}{' '}
      <Link to="/" className="text-link">
        Sign In
      </Link>
    </>
  )
}
