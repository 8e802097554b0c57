import React from 'react'

/**
 * In development React notes for every element where it was made, as an error with its stack, which takes a seventh of
 * the time of all screen tests. It stops after ten thousand of them in a second: here it always has made that many.
 */
export function skipOwnerStacks(): void {
  const shared: unknown = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  )
  if (typeof shared !== 'object' || shared === null) return
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => {},
    configurable: true,
  })
}
