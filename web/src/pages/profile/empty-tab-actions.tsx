import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FindPeopleSheet } from '#web/features/people/search/find-people.tsx'
import { focusComposer } from '#web/features/posts/composer/composer-focus.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './member-profile.module.css'

export function SearchPeople() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Find people
      </Button>
      <FindPeopleSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

export function SeeGroups() {
  return (
    <Link to="/group-list" className={classes.action}>
      See all groups
    </Link>
  )
}

export function WritePost() {
  const navigate = useNavigate()

  function write(): void {
    focusComposer()
    void navigate({ to: routes.User })
  }

  return (
    <Button variant="outline" onClick={write}>
      Write a post
    </Button>
  )
}
