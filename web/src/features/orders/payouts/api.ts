import {
  getPayoutAccount,
  getPayoutBalance,
  getStatement,
  getTrialBalance,
  listBanks,
  listPayoutProblems,
  listPayouts,
  listStatementEntries,
  setPayoutAccount,
} from '@rootsquare/contract/trade/payouts'
import type { NewPayoutAccount } from '@rootsquare/contract/trade/payouts'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useReloadOnNotification } from '#web/entities/notifications/reload-on-notification.ts'
import { orderKeys } from '#web/entities/orders/order-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

const hourMs = 3_600_000

export const bankList = queryOptions({
  queryKey: ['payout-banks'] as const,
  queryFn: async ({ signal }) => (await call(listBanks, { signal })).data,
  staleTime: hourMs,
})

export const payoutAccount = queryOptions({
  queryKey: ['payout-account'] as const,
  queryFn: async ({ signal }) => (await call(getPayoutAccount, { signal })).data,
})

export function useSetPayoutAccount() {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: async (body: NewPayoutAccount) => (await call(setPayoutAccount, { body })).data,
    onSuccess: (account) => queryClient.setQueryData(payoutAccount.queryKey, account),
  })
}

export const payoutBalance = queryOptions({
  queryKey: orderKeys.balance,
  queryFn: async ({ signal }) => (await call(getPayoutBalance, { signal })).data,
})

const pageSize = 20
const firstCursor: number | null = null

export function payoutList() {
  return infiniteQueryOptions({
    queryKey: ['payouts', 'list'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { size: pageSize, ...(pageParam !== null && { cursor: pageParam }) }
      return (await call(listPayouts, { query, signal })).data
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

const payoutKeys = [orderKeys.balance, payoutList().queryKey]

/** Reloads the earnings with each new notification, because a payout has no event of its own. */
export function useReloadPayouts(): void {
  useReloadOnNotification(payoutKeys)
}

export function payoutProblems() {
  return infiniteQueryOptions({
    queryKey: ['payouts', 'problems'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { size: pageSize, ...(pageParam !== null && { cursor: pageParam }) }
      return (await call(listPayoutProblems, { query, signal })).data
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Is reloaded with the balance that its entries change. */
export function statementEntries() {
  return infiniteQueryOptions({
    queryKey: [...orderKeys.balance, 'entries'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { size: pageSize, ...(pageParam !== null && { cursor: pageParam }) }
      return (await call(listStatementEntries, { query, signal })).data
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

export const trialBalance = queryOptions({
  queryKey: ['payouts', 'trial-balance'] as const,
  queryFn: async ({ signal }) => (await call(getTrialBalance, { signal })).data,
})

export function useStatement() {
  return useServerMutation({
    mutationFn: async (query: { from: string; to: string }) => (await call(getStatement, { query })).data,
  })
}
