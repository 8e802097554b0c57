import type { NotificationKind } from '@rootsquare/contract/notifications'
import AtSign from 'lucide-react/icons/at-sign'
import Banknote from 'lucide-react/icons/banknote'
import FileCheck from 'lucide-react/icons/file-check'
import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import Package from 'lucide-react/icons/package'
import Reply from 'lucide-react/icons/reply'
import Scale from 'lucide-react/icons/scale'
import Shield from 'lucide-react/icons/shield'
import Star from 'lucide-react/icons/star'
import UserPlus from 'lucide-react/icons/user-plus'

export const kindIcons: Record<NotificationKind, typeof Heart> = {
  LIKE: Heart,
  COMMENT: MessageCircle,
  REPLY: Reply,
  COMMENT_LIKE: Heart,
  MENTION: AtSign,
  FOLLOW: UserPlus,
  PROPOSAL: FileCheck,
  MODERATION: Shield,
  ORDER: Package,
  REVIEW: Star,
  DISPUTE: Scale,
  PAYOUT: Banknote,
}
