import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import type { FocusEvent, ReactNode } from 'react'
import { useMemberSearch, type MemberSearchState } from '#web/features/people/search/use-member-search.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useScrolledIntoView } from '#web/ui/fields/combobox.ts'
import combobox from '#web/ui/fields/combobox.module.css'
import fields from '#web/ui/fields/search-field.module.css'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './member-search.module.css'

type MemberSearchProps = {
  /** Shows the list below the field, and lets a choice replace the sheet in the history. */
  isInSheet?: boolean
  onChosen?: () => void
  /** The content that is shown until something is typed. */
  whenBlank?: ReactNode
}

export function MemberSearch({ isInSheet = false, onChosen, whenBlank }: MemberSearchProps) {
  const navigate = useNavigate()
  const box = useMemberSearch(({ username }) => {
    onChosen?.()
    void navigate({ to: '/u/$username', params: { username }, replace: isInSheet })
  })
  const { list } = box

  function leave(event: FocusEvent): void {
    if (!event.currentTarget.contains(event.relatedTarget)) list.close()
  }

  return (
    <div className={`positioned ${classes.search}`} data-in-sheet={isInSheet || undefined} onBlur={leave}>
      <div className={`flex-row gap-s ${fields.field}`}>
        <Icon of={Search} className="rigid" />
        <input
          {...list.fieldProps}
          type="search"
          aria-label="Search for users"
          enterKeyHint="search"
          className="grow"
          maxLength={100}
          placeholder="Search For Users..."
          data-autofocus={isInSheet || undefined}
          value={box.typed}
          onChange={(event) => box.type(event.currentTarget.value)}
          onFocus={list.open}
          onClick={list.open}
        />
      </div>
      {/* The field keeps the focus while something in here is pressed. */}
      <div
        className={`${combobox.panel} hidden ${classes.panel}`}
        data-open={box.isOpen || undefined}
        role="presentation"
        onMouseDown={(event) => event.preventDefault()}
      >
        {box.isOpen && box.found.length > 0 && <SearchResults box={box} />}
        <Status box={box} />
        {box.typed.trim() === '' && whenBlank}
      </div>
    </div>
  )
}

export function FindPeople() {
  return (
    <section className={`card-box ${classes.card}`} aria-labelledby="find-people">
      <h2 id="find-people" className={`text-m bold ${classes.title}`}>
        Find people
      </h2>
      <MemberSearch />
    </section>
  )
}

function SearchResults({ box }: { box: MemberSearchState }) {
  const { list } = box
  useScrolledIntoView(list.activeId)
  return (
    <div
      {...list.listProps}
      className={`${combobox.list} ${classes.list}`}
      data-settling={box.isSettling || undefined}
    >
      <ListRows of={box.found} rowKey={({ id }) => id} as="div">
        {(member) => {
          const name = `${member.firstname} ${member.lastname}`
          return (
            <div {...list.optionProps(member)} className={combobox.option}>
              <Avatar name={name} image={member.profileImage} size={40} />
              <span className="grow breakable display-grid">
                <span className="strong">{name}</span>
                <span className="text-xs muted">@{member.username}</span>
              </span>
              {member.isFollowedByUser && <span className="rigid text-xs muted">Following</span>}
            </div>
          )
        }}
      </ListRows>
    </div>
  )
}

/** Shows the state of the search, and announces to screen readers how many members were found. */
function Status({ box }: { box: MemberSearchState }) {
  const count = box.found.length === 1 ? '1 user' : `${box.found.length} users`
  const isVisible = box.isOpen && box.statusText !== undefined
  const spokenText = box.isOpen && !box.isSettling ? count : ''
  return (
    <>
      <output className={isVisible ? 'display-block pad-s-m muted' : 'sr-only'}>
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
