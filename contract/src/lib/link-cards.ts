import { z } from 'zod'

/** A preview of the page that the first web address of a post leads to. */
export const LinkCard = z
  .object({
    url: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    site: z.string().meta({ description: 'The host of the page, after redirects.' }),
    image: z.string().nullable().meta({ description: 'A small copy that this server stores.' }),
  })
  .meta({ id: 'LinkCard' })
export type LinkCard = z.output<typeof LinkCard>
