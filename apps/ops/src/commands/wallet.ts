import { formatNaira } from '@topup/core/shared';
import { adjustAccount, fundAccount, type WrittenEntry } from '@topup/core/wallet';
import type { Command } from 'commander';
import {
  entryArgument,
  fundingReferenceArgument,
  lineArgument,
  nairaArgument,
  signedNairaArgument,
} from '../arguments';
import { reportGuarded } from '../guarded';
import { type Report, reporting } from '../output';
import {
  type ActingAs,
  changeDatabase,
  type NamedAccount,
  requireAccount,
  requireNamedAccount,
} from '../with-database';

export function walletCommands(program: Command): void {
  const wallet = program.command('wallet').description('the wallets of accounts');
  wallet
    .command('fund')
    .description('add money, once per reference; above the limit, ask a second operator to')
    .option('--account <id or name>', 'the account')
    .option('--payment-reference <reference>', 'or its payment reference, from the narration of the transfer')
    .requiredOption('--amount <naira>', 'the amount', nairaArgument)
    .requiredOption(
      '--reference <reference>',
      'the reference of the payment, which no other funding has; the same funding again changes nothing',
      fundingReferenceArgument,
    )
    .option('--note <text>', 'how you know of the payment', lineArgument)
    .action(reporting(fund));
  wallet
    .command('adjust')
    .description('correct a balance, once per reference; above the limit, ask a second operator to')
    .requiredOption('--account <id or name>', 'the account')
    .requiredOption('--amount <naira>', 'the amount, minus to take: --amount=-500.00', signedNairaArgument)
    .requiredOption('--reason <text>', 'why; the users of the account read it', lineArgument)
    .requiredOption(
      '--reference <reference>',
      'a reference of yours; a second adjustment with it changes nothing',
      lineArgument,
    )
    .option('--entry <id>', 'the ledger entry that it corrects', entryArgument)
    .option('--below-zero', 'the balance may end below zero; that always needs a second operator')
    .action(reporting(adjust));
}

type FundOptions = ActingAs & NamedAccount & { amount: bigint; reference: string; note?: string };

function fund({ account: idOrName, paymentReference, amount, reference, note, as }: FundOptions): Promise<Report> {
  return changeDatabase({ as }, async (db, by) => {
    const { id, name } = await requireNamedAccount(db, { account: idOrName, paymentReference });
    const payment = { accountId: id, amountKobo: amount, reference };
    const funding = await fundAccount(db, by, payment, { note, approval: note ?? `payment ${reference}` });
    return reportGuarded(funding, { as }, ({ kind, ...entry }) => {
      const funded = kind === 'funded';
      const { json, moved } = written(id, reference, entry);
      const text = funded
        ? `Account "${name}" was funded with ${moved}.`
        : `Nothing was added: this reference has already funded account "${name}" with ${moved}.`;
      return { json: { ...json, funded }, text };
    });
  });
}

type AdjustOptions = ActingAs & {
  account: string;
  amount: bigint;
  reason: string;
  reference: string;
  entry?: bigint;
  belowZero?: boolean;
};

function adjust({ account: idOrName, amount, reason, reference, entry, belowZero = false, as }: AdjustOptions) {
  return changeDatabase({ as }, async (db, by): Promise<Report> => {
    const { id, name } = await requireAccount(db, idOrName);
    const adjustment = { accountId: id, amountKobo: amount, reference, entryId: entry ?? null, reason, belowZero };
    return reportGuarded(await adjustAccount(db, by, adjustment, reason), { as }, ({ kind, ...amounts }) => {
      const adjusted = kind === 'adjusted';
      const { json, moved } = written(id, reference, amounts);
      const text = adjusted
        ? `The wallet of account "${name}" was adjusted by ${moved}.`
        : `Nothing was changed: this reference has already adjusted account "${name}" by ${moved}.`;
      return { json: { ...json, adjusted }, text };
    });
  });
}

function written(account: string, reference: string, entry: WrittenEntry) {
  const [amount, balanceBefore, balanceAfter] = [entry.amountKobo, entry.balanceBeforeKobo, entry.balanceAfterKobo].map(
    formatNaira,
  );
  return {
    json: { account, reference, amount, balanceBefore, balanceAfter },
    moved: `NGN ${amount}, from ${balanceBefore} to ${balanceAfter}`,
  };
}
