/** On the wire Naira with at most two decimals; inside, and in every sum, whole kobo. */
export const nairaOf = (kobo: number) => kobo / 100

const written = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** ₦ touches the figure; nothing is `0.00`. */
export const nairaText = (naira: number | null | undefined) => `₦${written.format(naira ?? 0)}`
