import { formatNaira } from '@topup/core/shared';
import { adjustAccount, fundAccount, type WrittenEntry } from '@topup/core/wallet';
import {
  ACCOUNT,
  entryArgument,
  fundingReferenceArgument,
  lineArgument,
  nairaArgument,
  signedNairaArgument,
} from '../arguments';
import { changes, group, needed, option } from '../declare';
import { reportGuarded } from '../refusal';
import { requireAccount, requireNamedAccount } from '../with-database';

export const walletCommands = group('wallet', 'the wallets of accounts', [
  changes(
    'fund',
    'add money, once per reference; a large amount needs an approval',
    [
      option('--account <id or name>', 'the account'),
      option('--payment-reference <reference>', 'or its payment reference, from the narration of the transfer'),
      needed('--amount <naira>', 'the amount', nairaArgument),
      needed(
        '--reference <reference>',
        'the reference of the payment; the same funding again changes nothing',
        fundingReferenceArgument,
      ),
      option('--note <text>', 'how you know of the payment', lineArgument),
    ],
    async (db, by, { amount, reference, note, ...named }) => {
      const { id, name } = await requireNamedAccount(db, named);
      const payment = { accountId: id, amountKobo: amount, reference };
      const funding = await fundAccount(db, by, payment, { note, approval: note ?? `payment ${reference}` });
      return reportGuarded(funding, by, ({ kind, ...entry }) => {
        const funded = kind === 'funded';
        const { json, moved } = written(id, reference, entry);
        const text = funded
          ? `Account "${name}" was funded with ${moved}.`
          : `Nothing was added: this reference has already funded account "${name}" with ${moved}.`;
        return { json: { ...json, funded }, text };
      });
    },
  ),
  changes(
    'adjust',
    'correct a balance, once per reference; a large amount needs an approval',
    [
      ACCOUNT,
      needed('--amount <naira>', 'the amount, minus to take: --amount=-500.00', signedNairaArgument),
      needed('--reason <text>', 'why; the users of the account read it', lineArgument),
      needed('--reference <reference>', 'your reference; the same adjustment again changes nothing', lineArgument),
      option('--entry <id>', 'the ledger entry that it corrects', entryArgument),
      option('--below-zero', 'the balance may end below zero; always needs an approval'),
    ],
    async (db, by, { account, amount, reason, reference, entry, belowZero = false }) => {
      const { id, name } = await requireAccount(db, account);
      const adjustment = { accountId: id, amountKobo: amount, reference, entryId: entry ?? null, reason, belowZero };
      return reportGuarded(await adjustAccount(db, by, adjustment, reason), by, ({ kind, ...amounts }) => {
        const adjusted = kind === 'adjusted';
        const { json, moved } = written(id, reference, amounts);
        const text = adjusted
          ? `The wallet of account "${name}" was adjusted by ${moved}.`
          : `Nothing was changed: this reference has already adjusted account "${name}" by ${moved}.`;
        return { json: { ...json, adjusted }, text };
      });
    },
  ),
]);

function written(account: string, reference: string, entry: WrittenEntry) {
  const [amount, balanceBefore, balanceAfter] = [entry.amountKobo, entry.balanceBeforeKobo, entry.balanceAfterKobo].map(
    formatNaira,
  );
  return {
    json: { account, reference, amount, balanceBefore, balanceAfter },
    moved: `NGN ${amount}, from ${balanceBefore} to ${balanceAfter}`,
  };
}
