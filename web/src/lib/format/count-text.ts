const figures = new Intl.NumberFormat('en-NG')

export function numberText(count: number): string {
  return figures.format(count)
}

/** Returns '1,046.50' for two decimals. */
export function decimalText(value: number, decimals: number): string {
  return value.toLocaleString('en-NG', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** Returns '1,000+' if the server stopped counting there. */
export function totalText(total: number, isCapped = false): string {
  return isCapped ? `${numberText(total)}+` : numberText(total)
}

/** Returns '1 like' or '1,046 likes'. */
export function quantityText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}
