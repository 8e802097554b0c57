import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { takeRequestedPage } from '#web/lib/session/requested-page.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ButtonLink } from '#web/ui/controls/button-link.tsx'
import { Page, PageHead } from '#web/ui/layout/page.tsx'
import classes from './welcome-frame.module.css'

export const welcomeSteps = ['picture', 'people', 'groups'] as const
type WelcomeStep = (typeof welcomeSteps)[number]

type WelcomeFrameProps = {
  step: WelcomeStep
  title: string
  text: string
  isBusy?: boolean
  onNext: () => void
  children: ReactNode
}

/** Frames a step. Each can be skipped with Next, and the link beside Next leads home. */
export function WelcomeFrame({ step, title, text, isBusy = false, onNext, children }: WelcomeFrameProps) {
  const at = welcomeSteps.indexOf(step)
  const isLast = at === welcomeSteps.length - 1
  const leave = useLeave()
  usePageTitle(title)
  return (
    <Page width={560} isEdgeToEdge>
      <PageHead title={title}>
        <p className="text-xs muted">
          Step {at + 1} of {welcomeSteps.length}
        </p>
        <p className="full-width muted">{text}</p>
      </PageHead>
      {children}
      <div className={`flex-row between ${classes.actions}`} data-action-bar>
        {at > 0 ? (
          <ButtonLink to="/welcome/{-$step}" params={{ step: welcomeSteps[at - 1] }}>
            Back
          </ButtonLink>
        ) : (
          <span />
        )}
        <span className="flex-row gap-s">
          <Link
            to={routes.User}
            className="text-link touch display-inline-flex items-center pad-x-xs"
            onClick={(event) => {
              event.preventDefault()
              leave()
            }}
          >
            {isLast ? 'Skip' : 'Skip all'}
          </Link>
          <Button isBusy={isBusy} onClick={onNext}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </span>
      </div>
    </Page>
  )
}

/** Leads to the page whose link brought the newcomer here, else home. */
function useLeave(): () => void {
  const router = useRouter()
  return () => void router.navigate({ to: takeRequestedPage() ?? routes.User })
}

export function useNextStep(step: WelcomeStep): () => void {
  const navigate = useNavigate()
  const leave = useLeave()
  const next = welcomeSteps[welcomeSteps.indexOf(step) + 1]
  return () =>
    next === undefined ? leave() : void navigate({ to: '/welcome/{-$step}', params: { step: next } })
}
