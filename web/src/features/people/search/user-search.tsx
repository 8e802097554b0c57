import type { MemberEntry } from '@rootsquare/contract/profiles'
import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useId, type FocusEvent, type ReactNode } from 'react'
import { fieldProps, optionId } from '#web/features/people/search/search-props.ts'
import { useUserSearch, type UserSearch as Box } from '#web/features/people/search/use-user-search.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { listboxProps, optionProps, useScrolledIntoView } from '#web/ui/fields/combobox.ts'
import combobox from '#web/ui/fields/combobox.module.css'
import fields from '#web/ui/fields/search-field.module.css'
import classes from './user-search.module.css'

type UserSearchProps = {
  /** In a sheet the list is below the field, and a choice replaces the sheet in the history. */
  isInSheet?: boolean
  onChosen?: () => void
  /** Shown until something is typed. */
  whenBlank?: ReactNode
}

export function UserSearch({ isInSheet = false, onChosen, whenBlank }: UserSearchProps) {
  const listId = useId()
  const navigate = useNavigate()
  const box = useUserSearch()

  function choose({ username }: MemberEntry): void {
    box.type('')
    box.close()
    onChosen?.()
    void navigate({ to: '/u/$username', params: { username }, replace: isInSheet })
  }

  function leave(event: FocusEvent): void {
    if (!event.currentTarget.contains(event.relatedTarget)) box.close()
  }

  const search = { box, listId, choose }
  return (
    <div className={classes.search} data-in-sheet={isInSheet || undefined} onBlur={leave}>
      <div className={fields.field}>
        <Search size={20} strokeWidth={1.9} aria-hidden="true" />
        <input
          {...fieldProps(search)}
          maxLength={100}
          placeholder="Search For Users..."
          data-autofocus={isInSheet || undefined}
          value={box.typed}
          onChange={(event) => box.type(event.currentTarget.value)}
          onFocus={box.open}
          onClick={box.open}
        />
      </div>
      {/* The field keeps the focus while something in here is pressed. */}
      <div
        className={`${combobox.panel} ${classes.panel}`}
        data-open={box.isOpen || undefined}
        role="presentation"
        onMouseDown={(event) => event.preventDefault()}
      >
        {box.isOpen && box.found.length > 0 && <SearchResults {...search} />}
        <Status box={box} />
        {box.typed.trim() === '' && whenBlank}
      </div>
    </div>
  )
}

type FoundProps = { box: Box; listId: string; choose: (member: MemberEntry) => void }

function SearchResults(search: FoundProps) {
  const { box, listId, choose } = search
  useScrolledIntoView(box.active && optionId(listId, box.active))
  return (
    <div
      {...listboxProps(listId, 'Users')}
      className={`${combobox.list} ${classes.list}`}
      data-settling={box.isSettling || undefined}
    >
      {box.found.map((member) => {
        const name = `${member.firstname} ${member.lastname}`
        return (
          <div
            key={member.id}
            {...optionProps({
              id: optionId(listId, member),
              isSelected: member === box.active,
              isActive: member === box.active,
              onChoose: () => choose(member),
            })}
            className={combobox.option}
          >
            <Avatar name={name} image={member.profileImage} size={40} />
            <span className={`grow breakable ${classes.names}`}>
              <span className="strong">{name}</span>
              <span className="small muted">@{member.username}</span>
            </span>
            {member.isFollowedByUser && <span className="rigid small muted">Following</span>}
          </div>
        )
      })}
    </div>
  )
}

/** The state of the search; screen readers also speak how many members were found. */
function Status({ box }: { box: Box }) {
  const count = box.found.length === 1 ? '1 user' : `${box.found.length} users`
  const isVisible = box.isOpen && box.statusText !== undefined
  const spokenText = box.isOpen && !box.isSettling ? count : ''
  return (
    <>
      <output className={isVisible ? combobox.status : 'sr-only'}>
        {isVisible ? box.statusText : spokenText}
      </output>
      {box.isOpen && box.hasFailed && (
        <div className={combobox.retry}>
          <Button variant="outline" onClick={box.retry}>
            Retry
          </Button>
        </div>
      )}
    </>
  )
}
