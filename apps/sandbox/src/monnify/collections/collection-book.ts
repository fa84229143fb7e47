import type { ReservedAccount } from './reserved-account';
import { isPaid, type Transfer, withStatus } from './transfer';

/** The lines of the file that belong to collections. */
export type CollectionChange =
  | { entry: 'account-reserved'; account: ReservedAccount }
  /** Takes away one bank of the account, or with null the whole account. */
  | { entry: 'account-freed'; accountReference: string; bankCode: string | null; at: string }
  | { entry: 'transfer'; transfer: Transfer }
  | { entry: 'transfer-status'; transactionReference: string; status: Transfer['status']; at: string };

/** A number of an account. It stays one after Monnify has taken it away, because payers go on using saved numbers. */
type Destination = { accountReference: string; destination: Transfer['destination'] };

export type CollectionBook = {
  /** Oldest first, those that are gone too. */
  accounts(): readonly ReservedAccount[];
  account(accountReference: string): ReservedAccount | undefined;
  destination(accountNumber: string): Destination | undefined;
  /** Oldest first. */
  transfers(): readonly Transfer[];
  transfer(transactionReference: string): Transfer | undefined;
  /** Of one account, oldest first, without those by card. */
  paymentsOf(accountReference: string): readonly Transfer[];
};

/** The reserved accounts and what was paid into them. Only `apply` alters them. */
export function createCollectionBook(): CollectionBook & { apply(change: CollectionChange): void } {
  const accounts = new Map<string, ReservedAccount>();
  const destinations = new Map<string, Destination>();
  const transfers = new Map<string, Transfer>();
  const payments = new Map<string, string[]>();

  function apply(change: CollectionChange): void {
    switch (change.entry) {
      case 'account-reserved': {
        const { account } = change;
        const { accountReference } = account;
        accounts.set(accountReference, account);
        for (const destination of account.accounts)
          destinations.set(destination.accountNumber, { accountReference, destination });
        return;
      }
      case 'account-freed': {
        const { accountReference, bankCode } = change;
        const account = placed(accounts, accountReference);
        const left = account.accounts.filter((each) => bankCode !== null && each.bankCode !== bankCode);
        accounts.set(accountReference, { ...account, accounts: left, isGone: account.isGone || bankCode === null });
        return;
      }
      case 'transfer': {
        const { transfer } = change;
        const { transactionReference, accountReference, card } = transfer;
        transfers.set(transactionReference, transfer);
        if (card) return;
        const references = payments.get(accountReference) ?? [];
        references.push(transactionReference);
        payments.set(accountReference, references);
        return;
      }
      default: {
        const { transactionReference, status, at } = change;
        transfers.set(transactionReference, withStatus(placed(transfers, transactionReference), status, at));
      }
    }
  }

  return {
    apply,
    accounts: () => [...accounts.values()],
    account: (accountReference) => accounts.get(accountReference),
    destination: (accountNumber) => destinations.get(accountNumber),
    transfers: () => [...transfers.values()],
    transfer: (transactionReference) => transfers.get(transactionReference),
    paymentsOf: (accountReference) =>
      (payments.get(accountReference) ?? []).map((reference) => placed(transfers, reference)),
  };
}

/** What an account got, in kobo, and in how many transfers. */
export function totalOf(payments: readonly Transfer[]): { count: number; kobo: number } {
  const paid = payments.filter(({ status }) => isPaid(status));
  return { count: paid.length, kobo: paid.reduce((kobo, { amount }) => kobo + amount, 0) };
}

function placed<Item>(items: ReadonlyMap<string, Item>, reference: string): Item {
  const item = items.get(reference);
  if (item === undefined) throw new Error(`the sandbox file changes what is not in it: ${reference}`);
  return item;
}
