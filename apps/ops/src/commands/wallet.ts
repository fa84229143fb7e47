import { accountActions, withAuditLog } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { guardActorOf, isGuardRefusal } from '@topup/core/operator-guard';
import { assertNever, formatNaira } from '@topup/core/shared';
import { adjustWallet, fundWallet, type WrittenEntry } from '@topup/core/wallet';
import type { Command } from 'commander';
import {
  entryArgument,
  fundingReferenceArgument,
  lineArgument,
  nairaArgument,
  signedNairaArgument,
} from '../arguments';
import { askApproval } from '../guarded';
import { type Report, reporting } from '../output';
import { Refusal } from '../refusal';
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

function fund({ account: idOrName, paymentReference, amount, reference, note, ...as }: FundOptions): Promise<Report> {
  return changeDatabase(as, async (db, by) => {
    const account = await requireNamedAccount(db, { account: idOrName, paymentReference });
    const funding = { accountId: account.id, amountKobo: amount, reference };
    return withAuditLog(db, by.actor, by.origin, async (tx) => {
      const outcome = await fundWallet(tx, funding, guardActorOf(by.actor));
      if (isGuardRefusal(outcome)) {
        const why = note ?? `payment ${reference}`;
        return { result: await askApproval(tx, by, outcome, { kind: 'fund', ...funding }, why), action: null };
      }
      if (outcome.kind === 'no_such_account') throw new Error('an account is never deleted');
      if (outcome.kind === 'reference_used') throw new Refusal(refusalTexts.reference_used(outcome.earlier));
      const funded = outcome.kind === 'funded';
      const { json, moved } = written(account.id, reference, outcome);
      const text = funded
        ? `Account "${account.name}" was funded with ${moved}.`
        : `Nothing was added: this reference has already funded account "${account.name}" with ${moved}.`;
      const action = funded
        ? accountActions.funded(account, outcome, { reference, ...(note !== undefined && { note }) })
        : null;
      return { result: { json: { ...json, funded }, text }, action };
    });
  });
}

type AdjustOptions = ActingAs & {
  account: string;
  amount: bigint;
  reason: string;
  reference: string;
  entry?: bigint;
  belowZero?: true;
};

function adjust({ account: idOrName, amount, reason, reference, entry, belowZero, ...as }: AdjustOptions) {
  return changeDatabase(as, async (db, by): Promise<Report> => {
    const account = await requireAccount(db, idOrName);
    const adjustment = {
      accountId: account.id,
      amountKobo: amount,
      reference,
      entryId: entry ?? null,
      reason,
      belowZero: belowZero ?? false,
    };
    return withAuditLog(db, by.actor, by.origin, async (tx) => {
      const outcome = await adjustWallet(tx, adjustment, guardActorOf(by.actor));
      if (isGuardRefusal(outcome))
        return { result: await askApproval(tx, by, outcome, { kind: 'adjust', ...adjustment }, reason), action: null };
      switch (outcome.kind) {
        case 'no_such_account':
          throw new Error('an account is never deleted');
        case 'no_such_entry':
          throw new Refusal(refusalTexts.no_such_entry({ entryId: entry ?? 0n }));
        case 'below_zero':
          throw new Refusal(`${refusalTexts.below_zero(outcome)} Give --below-zero if that is right.`);
        case 'adjusted':
        case 'adjusted_before': {
          if (outcome.amountKobo !== amount) throw new Refusal(refusalTexts.adjustment_used({ reference, ...outcome }));
          const adjusted = outcome.kind === 'adjusted';
          const { json, moved } = written(account.id, reference, outcome);
          const text = adjusted
            ? `The wallet of account "${account.name}" was adjusted by ${moved}.`
            : `Nothing was changed: this reference has already adjusted account "${account.name}" by ${moved}.`;
          const action = adjusted ? accountActions.adjusted(account, outcome, adjustment) : null;
          return { result: { json: { ...json, adjusted }, text }, action };
        }
        default:
          return assertNever(outcome);
      }
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
