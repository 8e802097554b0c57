import { closureGraceDays } from '@rootsquare/contract/accounts'
import type { Profile } from '@rootsquare/contract/profiles'
import { useQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import Bell from 'lucide-react/icons/bell'
import ChartColumn from 'lucide-react/icons/chart-column'
import Gauge from 'lucide-react/icons/gauge'
import Keyboard from 'lucide-react/icons/keyboard'
import KeyRound from 'lucide-react/icons/key-round'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Palette from 'lucide-react/icons/palette'
import UserCheck from 'lucide-react/icons/user-check'
import UserPen from 'lucide-react/icons/user-pen'
import UserX from 'lucide-react/icons/user-x'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { profileOf } from '#web/entities/members/members-api.ts'
import { closureOf } from '#web/features/accounts/settings/api.ts'
import { ChangePasswordDialog } from '#web/features/accounts/settings/change-password-dialog.tsx'
import {
  CancelClosureDialog,
  CloseAccountDialog,
  ClosureBanner,
} from '#web/features/accounts/settings/account-closure.tsx'
import { InstallRow } from '#web/features/accounts/settings/install-row.tsx'
import { DataSaverChoice, DataUsed } from '#web/features/accounts/settings/data-settings.tsx'
import {
  SettingsButton,
  SettingsControl,
  SettingsGroup,
  SettingsLink,
  SettingsRowSkeleton,
} from '#web/features/accounts/settings/settings-list.tsx'
import {
  ExportData,
  ShortcutsSwitch,
  ShowGroupSwitch,
  ShowPresenceSwitch,
} from '#web/features/accounts/settings/settings-rows.tsx'
import { UpdateProfileDialog } from '#web/features/accounts/settings/update-profile-dialog.tsx'
import { BlockedMembersDialog } from '#web/features/people/profile/blocked-members.tsx'
import { UploadPicture } from '#web/entities/uploads/upload-picture.tsx'
import { usePicture } from '#web/entities/uploads/use-picture.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { useMember } from '#web/lib/session/session.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { ThemeChoice } from '#web/ui/controls/theme-choice.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { BackLink, Page, PageHead } from '#web/ui/layout/page.tsx'

export function SettingsPage() {
  const { userId: memberId } = useMember()
  const closure = useQuery(closureOf(memberId))
  const [closureDialog, setClosureDialog] = useState<ClosureDialog>(null)
  usePageTitle('Settings')
  return (
    <Page width={680} isRoomy>
      <BackLink to={routes.UserProfile} params={{ tab: undefined }}>
        Back to profile
      </BackLink>
      <PageHead title="Settings" />
      {closure.data?.preClosed && (
        <ClosureBanner days={closure.data.gracePeriod} onCancel={() => setClosureDialog('cancel')} />
      )}
      <ProfileGroup memberId={memberId} />
      <SignInGroup />
      <SettingsGroup title="Notifications">
        <SettingsLink
          to="/settings/notifications"
          icon={Bell}
          name="Notifications"
          description="What you are notified about: in the app, by push, and in the weekly mail."
        />
      </SettingsGroup>
      <PrivacyGroup />
      <SettingsGroup title="This device">
        <SettingsControl icon={Palette}>
          <ThemeChoice />
        </SettingsControl>
        <SettingsControl icon={Keyboard} className="needs-keyboard">
          <ShortcutsSwitch />
        </SettingsControl>
        <InstallRow />
      </SettingsGroup>
      <SettingsGroup title="Data">
        <SettingsControl icon={Gauge}>
          <DataSaverChoice />
        </SettingsControl>
        <SettingsControl icon={ChartColumn}>
          <DataUsed />
        </SettingsControl>
      </SettingsGroup>
      <SettingsGroup title="Your data">
        <ExportData />
      </SettingsGroup>
      <ClosureGroup memberId={memberId} opened={closureDialog} onOpen={setClosureDialog} />
    </Page>
  )
}

function ProfileGroup({ memberId }: { memberId: number }) {
  const profile = useQuery(profileOf(memberId))
  // An incomplete profile links to the form.
  const [linked] = useState(() => location.hash)
  const [isEditing, setEditing] = useState(['#update-profile', '#update-bio'].includes(linked))
  if (profile.isError) return <LoadError query={profile} />
  return (
    <SettingsGroup title="Profile">
      {profile.isPending && (
        <>
          <SettingsRowSkeleton />
          <SettingsRowSkeleton />
        </>
      )}
      {profile.isSuccess && (
        <>
          <SettingsButton
            icon={UserPen}
            name="Update Profile"
            description="Your names, phone number, bio and pictures."
            onClick={() => setEditing(true)}
          />
          {profile.data.groupId !== null && (
            <SettingsControl icon={Users}>
              <ShowGroupSwitch profile={profile.data} />
            </SettingsControl>
          )}
          <SettingsControl icon={MessageCircle}>
            <ShowPresenceSwitch profile={profile.data} />
          </SettingsControl>
        </>
      )}
      <SettingsLink
        to="/addresses"
        icon={MapPin}
        name="Addresses"
        description="Where your orders are billed and sent."
      />
      {isEditing && profile.isSuccess && (
        <ProfileEditing
          profile={profile.data}
          startsAtBio={linked === '#update-bio'}
          onClose={() => setEditing(false)}
        />
      )}
    </SettingsGroup>
  )
}

type ProfileEditingProps = { profile: Profile; startsAtBio: boolean; onClose: () => void }

function ProfileEditing({ profile, startsAtBio, onClose }: ProfileEditingProps) {
  const avatar = usePicture('avatar', profile.profileImage)
  const header = usePicture('header', profile.headerImage)
  const name = `${profile.firstname} ${profile.lastname}`
  return (
    <UpdateProfileDialog
      profile={profile}
      pictures={{ profileImage: avatar.change, headerImage: header.change }}
      pictureFields={
        <>
          <UploadPicture picture={header} empty={<Cloth cloth={clothOf(profile.groupName)} />} />
          <UploadPicture picture={avatar} empty={<Avatar name={name} image={null} size={88} />} />
        </>
      }
      startsAtBio={startsAtBio}
      onClose={onClose}
    />
  )
}

function SignInGroup() {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsGroup title="Sign-in">
      <SettingsButton
        icon={KeyRound}
        name="Change Password"
        description="Signs you out everywhere except here."
        onClick={() => setOpen(true)}
      />
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </SettingsGroup>
  )
}

function PrivacyGroup() {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsGroup title="Privacy">
      <SettingsButton
        icon={Ban}
        name="Blocked members"
        description="See who you have blocked, and unblock them."
        onClick={() => setOpen(true)}
      />
      {isOpen && <BlockedMembersDialog onClose={() => setOpen(false)} />}
    </SettingsGroup>
  )
}

const closeRow = {
  icon: UserX,
  name: 'Close Account',
  description: `Your account is deleted after ${closureGraceDays} days.`,
  tone: 'danger',
} as const
const cancelRow = {
  icon: UserCheck,
  name: 'Cancel Account Closure',
  description: 'Keep your account and all that is in it.',
} as const

type ClosureDialog = 'close' | 'cancel' | null
type ClosureGroupProps = { memberId: number; opened: ClosureDialog; onOpen: (dialog: ClosureDialog) => void }

function ClosureGroup({ memberId, opened, onOpen }: ClosureGroupProps) {
  const closure = useQuery(closureOf(memberId))
  const close = () => onOpen(null)
  if (closure.isError) return <LoadError query={closure} />
  return (
    <SettingsGroup title="Your account">
      {closure.isPending && <SettingsRowSkeleton />}
      {closure.isSuccess && (
        <SettingsButton
          {...(closure.data.preClosed ? cancelRow : closeRow)}
          onClick={() => onOpen(closure.data.preClosed ? 'cancel' : 'close')}
        />
      )}
      {opened === 'close' && <CloseAccountDialog memberId={memberId} onClose={close} />}
      {opened === 'cancel' && <CancelClosureDialog memberId={memberId} onClose={close} />}
    </SettingsGroup>
  )
}
