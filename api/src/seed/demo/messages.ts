import type { Tx } from '#api/db/db.ts'
import { welcomeMessage } from '#api/features/accounts/sign-up/verification.ts'
import { inHours, inMinutes } from '#api/ports/clock/clock.ts'
import type { InsertedItem } from './items.ts'
import type { DemoMembers } from './people.ts'

type Line = { from: string; hoursAgo: number; text: string; item?: string }
/** A conversation. `unread` is the number of last lines that the receiver has not read. */
type Conversation = { with: [string, string]; unread: number; lines: Line[] }

const [ada, bose] = ['adaeze.n', 'bose.akande']

const conversations: Conversation[] = [
  {
    with: [ada, bose],
    unread: 1,
    lines: [
      {
        from: ada,
        hoursAgo: 200,
        text: 'Good morning! Is this the cloth from your last post, the road that turns back?',
        item: 'Adire indigo cloth, 5 yards',
      },
      {
        from: bose,
        hoursAgo: 199,
        text: 'Good morning Adaeze. The same indigo, another pattern: this one is tied with raffia.',
      },
      { from: ada, hoursAgo: 198, text: 'Even better. Would five yards do for two wrappers?' },
      { from: bose, hoursAgo: 174, text: 'For two, yes, and a head tie if you cut with care.' },
      { from: ada, hoursAgo: 26, text: 'My mother has decided: she wants the deep blue.' },
      {
        from: bose,
        hoursAgo: 3,
        text: 'Your mother has a good eye. I dip again on Thursday and will keep five yards for her.',
      },
    ],
  },
  {
    with: [ada, 'danjuma.g'],
    unread: 0,
    lines: [
      { from: ada, hoursAgo: 150, text: 'My third pot cracked in the fire. What am I doing wrong?' },
      {
        from: 'danjuma.g',
        hoursAgo: 147,
        text: 'Most likely it was still wet inside. How long did you let it dry?',
      },
      { from: ada, hoursAgo: 146, text: 'Three days, in the sun.' },
      {
        from: 'danjuma.g',
        hoursAgo: 122,
        text: 'Give it ten, in the shade, with a cloth over it. The sun dries the skin and forgets the heart.',
      },
      { from: ada, hoursAgo: 121, text: 'I am writing that down next to the recipes. Thank you!' },
    ],
  },
  {
    with: [ada, 'ekaette.u'],
    unread: 2,
    lines: [
      {
        from: 'ekaette.u',
        hoursAgo: 52,
        text: 'You asked for uziza leaves. They came this morning, still wet from the river side.',
      },
      {
        from: ada,
        hoursAgo: 51,
        text: 'Please keep two bundles for me, and crayfish if it is the small kind.',
      },
      { from: 'ekaette.u', hoursAgo: 8, text: 'Kept, both. It is the small kind.' },
      {
        from: 'ekaette.u',
        hoursAgo: 7.5,
        text: 'And send me the recipe you put it in. That is my price today.',
      },
    ],
  },
  {
    with: [bose, 'ibinabo.b'],
    unread: 1,
    lines: [
      {
        from: 'ibinabo.b',
        hoursAgo: 77,
        text: 'I have a bride in December who wants adire beside her coral. Can you do a lighter blue?',
      },
      {
        from: bose,
        hoursAgo: 75,
        text: 'Two dips instead of five. I can make a small piece for her to look at first.',
      },
      { from: 'ibinabo.b', hoursAgo: 30, text: 'Please do. She will want to hold it against the beads.' },
      { from: bose, hoursAgo: 29, text: 'It hangs to dry. I will post a picture tomorrow.' },
      {
        from: 'ibinabo.b',
        hoursAgo: 5,
        text: 'I saw the picture. She cried a little, in the good way. How many yards can you have by the first?',
      },
    ],
  },
  {
    with: [bose, 'tunde.adeleye'],
    unread: 0,
    lines: [
      {
        from: 'tunde.adeleye',
        hoursAgo: 98,
        text: 'My sister marries in Abeokuta next month. May I film at your dye pots the day before?',
      },
      {
        from: bose,
        hoursAgo: 96,
        text: 'Come early, when the light is soft, and in clothes that may turn blue.',
      },
      {
        from: 'tunde.adeleye',
        hoursAgo: 95,
        text: 'I will bring the drum. It can say more than "rice" now.',
      },
      { from: bose, hoursAgo: 94, text: 'That I want to hear.' },
    ],
  },
  {
    with: [bose, 'oyiza.s'],
    unread: 1,
    lines: [
      {
        from: bose,
        hoursAgo: 47,
        text: 'The wrapper came today. So even, and so soft already. How long were you at the loom?',
      },
      { from: 'oyiza.s', hoursAgo: 44, text: 'Nine evenings. My aunt did the border, I did the rest.' },
      {
        from: bose,
        hoursAgo: 22,
        text: 'Greet her from me. Would your circle weave undyed cotton for my indigo?',
      },
    ],
  },
  {
    with: ['pwaveno', 'rimamnde'],
    unread: 0,
    lines: [
      { from: 'pwaveno', hoursAgo: 110, text: 'Smoked catfish from Numan! Two kilos for you?' },
      { from: 'rimamnde', hoursAgo: 108, text: 'No, thank you. We have our own river.' },
      { from: 'pwaveno', hoursAgo: 86, text: 'Today a little cheaper. How many kilos?' },
      { from: 'rimamnde', hoursAgo: 85, text: 'None. Please do not write to me about fish again.' },
      {
        from: 'pwaveno',
        hoursAgo: 61,
        text: 'Last chance for the catfish. Tell ten friends, and the eleventh kilo is yours.',
      },
    ],
  },
]

/** Inserts a welcome for each member. Every seventh stays unread. */
export async function insertWelcomes(tx: Tx, { people }: DemoMembers): Promise<void> {
  const rows = people.map(({ id, joinedAt }, place) => ({
    receiver_id: id,
    body: welcomeMessage,
    created_at: inMinutes(joinedAt, 12),
    read_at: place % 7 === 6 ? null : inMinutes(joinedAt, 14),
  }))
  await tx.insertInto('messages').values(rows.toSorted(oldestFirst)).execute()
}

export async function insertConversations(
  tx: Tx,
  { find, now }: DemoMembers,
  items: InsertedItem[],
): Promise<void> {
  const itemOf = (name: string) => items.find((item) => item.name === name)?.id ?? null
  const rows = conversations.flatMap(({ with: sides, unread, lines }) =>
    lines.map(({ from, hoursAgo, text, item }, place) => ({
      sender_id: find(from).id,
      receiver_id: find(sides[0] === from ? sides[1] : sides[0]).id,
      body: text,
      item_id: item === undefined ? null : itemOf(item),
      created_at: inHours(now, -hoursAgo),
      read_at: place < lines.length - unread ? inHours(now, -hoursAgo + 0.3) : null,
    })),
  )
  await tx.insertInto('messages').values(rows.toSorted(oldestFirst)).execute()
}

/** Deletes the live events, because no page was open that they would have to reach. */
export async function deleteLiveEvents(tx: Tx, { people }: DemoMembers): Promise<void> {
  const ids = people.map(({ id }) => id)
  await tx.deleteFrom('live_events').where('member_id', 'in', ids).execute()
}

const oldestFirst = (one: { created_at: Date }, other: { created_at: Date }) =>
  one.created_at.getTime() - other.created_at.getTime()
