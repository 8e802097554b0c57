import type { ReactNode } from 'react'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { Cloth, type ClothName } from '#web/ui/layout/cloth.tsx'
import classes from './notice-page.module.css'

type NoticePageProps = { title: string; cloth: ClothName; children: ReactNode }

export function NoticePage({ title, cloth, children }: NoticePageProps) {
  usePageTitle(title)
  return (
    <div className={`center-content ${classes.page}`}>
      <div className={`card-box ${classes.card}`}>
        <div className={classes.cloth}>
          <Cloth cloth={cloth} />
        </div>
        <div className={`stack gap-s muted ${classes.body}`}>
          <h1 className="display-text color-primary text-xl">{title}</h1>
          {children}
        </div>
      </div>
    </div>
  )
}
