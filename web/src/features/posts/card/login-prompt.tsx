import type { Post } from '@rootsquare/contract/posts'
import { nameOf } from '#web/lib/format/names.ts'
import { SignInLinks } from '#web/features/posts/card/sign-in-links.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from '#web/features/posts/dialogs/post-dialogs.module.css'

const reasons = {
  'Like posts': (name: string) => `Sign in to tell ${name} that you like this post, or join the square.`,
  'Drop comments': (name: string) => `Sign in to answer ${name} and read the comments, or join the square.`,
}

type LoginPromptProps = { title: keyof typeof reasons; post: Post; onClose: () => void }

export function LoginPrompt({ title, post, onClose }: LoginPromptProps) {
  return (
    <Dialog isOpen onClose={onClose} title={title} width={420}>
      <div className={classes.prompt}>
        <p>{reasons[title](nameOf(post))}</p>
        <SignInLinks postId={post.id} isInDialog />
      </div>
    </Dialog>
  )
}
