import Check from 'lucide-react/icons/check'
import { useEffect } from 'react'
import { listProps, optionId, optionProps } from '#web/features/groups/picker/combobox-props.ts'
import { alsoNamed } from '#web/entities/groups/match-group.ts'
import type { Combobox } from '#web/features/groups/picker/use-combobox.ts'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import classes from '#web/features/groups/picker/group-combobox.module.css'

export function GroupOptions({ box }: { box: Combobox }) {
  useInView(box.listId)
  useInView(box.active && optionId(box, box.active))
  return (
    <div {...listProps(box)} className={classes.list}>
      {box.groups.map((group) => {
        const also = alsoNamed(group, box.typed)
        return (
          <div key={group.id} {...optionProps(box, group)} className={classes.option}>
            <span className={classes.swatch}>
              <Cloth cloth={clothOf(group.id)} isSwatch />
            </span>
            <span className={classes.name}>
              {group.name}
              {also !== undefined && <small className={classes.also}> also: {also}</small>}
            </span>
            {group.id === box.chosenId && <Check size={20} strokeWidth={2.2} aria-hidden="true" />}
          </div>
        )
      })}
    </div>
  )
}

function useInView(id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}
