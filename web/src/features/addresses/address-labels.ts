export const unexpected = 'An unexpected error occurred'
