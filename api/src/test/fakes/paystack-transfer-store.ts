import { transferEvent } from '#api/sandbox/transfers-api.ts'
import type { Recipient, Transfer, TransferStore } from '#api/sandbox/transfers-api.ts'

/** Recipients and transfers in memory. They stay as they are until a test moves them. */
export function memoryTransferStore(nextId: () => number) {
  const recipients = new Map<string, Recipient>()
  const transfers = new Map<string, Transfer>()
  const store: Omit<TransferStore, 'secretKey'> = {
    async addRecipient(added) {
      const recipient = recipients.get(added.recipient_code) ?? { ...added, id: nextId() }
      recipients.set(recipient.recipient_code, recipient)
      return recipient
    },
    findRecipient: async (code) => recipients.get(code),
    async addTransfer({ recipientId, ...added }) {
      const recipient = required([...recipients.values()].find(({ id }) => id === recipientId))
      const transfer = transfers.get(added.reference) ?? { ...added, id: nextId(), recipient }
      transfers.set(transfer.reference, transfer)
      return transfer
    },
    findTransfer: async (reference) => transfers.get(reference),
  }
  return {
    store,
    transfers,
    /** Sets the status of the transfer and returns the event. */
    transferEvent: (reference: string, status: string) =>
      transferEvent(Object.assign(required(transfers.get(reference)), { status }), status),
  }
}

export function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The provider does not know it.')
  return found
}
