import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import type { Field, SearchText } from '#web/features/groups/use-search-text.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from '#web/ui/search-field.module.css'

type GroupSearchProps = { label: string; field: Field; search: SearchText }

export function GroupSearch({ label, field, search }: GroupSearchProps) {
  return (
    <search className={classes.field}>
      <Search size={20} strokeWidth={1.9} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        value={search.typed}
        onChange={(event) => search.type(event.currentTarget.value)}
        onFocus={search.enter}
        onBlur={search.leave}
      />
      {search.typed !== '' && (
        <IconButton label="Clear search" onClick={search.clear}>
          <X size={20} strokeWidth={1.9} aria-hidden="true" />
        </IconButton>
      )}
    </search>
  )
}
