import { accountActions, withAuditLog } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { formatNaira } from '@topup/core/shared';
import { fundWallet } from '@topup/core/wallet';
import type { Command } from 'commander';
import { lineArgument, nairaArgument } from '../arguments';
import { type Report, reporting } from '../output';
import { Refusal } from '../refusal';
import { type ActingAs, changeDatabase, requireAccount } from '../with-database';

export function walletCommands(program: Command): void {
  const wallet = program.command('wallet').description('the wallets of accounts');
  wallet
    .command('fund')
    .description('add money, once per reference')
    .requiredOption('--account <id or name>', 'the account')
    .requiredOption('--amount <naira>', 'the amount', nairaArgument)
    .requiredOption(
      '--reference <reference>',
      'the reference of the payment; a second funding with it changes nothing',
      lineArgument,
    )
    .action(reporting(fund));
}

type FundOptions = ActingAs & { account: string; amount: bigint; reference: string };

function fund({ account: idOrName, amount, reference, ...as }: FundOptions): Promise<Report> {
  return changeDatabase(as, async (db, { actor, origin }) => {
    const account = await requireAccount(db, idOrName);
    const funding = await withAuditLog(db, actor, origin, async (tx) => {
      const result = await fundWallet(tx, account.id, amount, reference);
      return { result, action: accountActions.funded(account, result, { reference }) };
    });
    const { funded, amountKobo, balanceBeforeKobo, balanceAfterKobo } = funding;
    if (amountKobo !== amount) {
      throw new Refusal(refusalTexts.reference_used({ reference, amountKobo, balanceBeforeKobo, balanceAfterKobo }));
    }
    const [naira, before, after] = [amountKobo, balanceBeforeKobo, balanceAfterKobo].map(formatNaira);
    const moved = `NGN ${naira}, from ${before} to ${after}`;
    return {
      json: { account: account.id, funded, reference, amount: naira, balanceBefore: before, balanceAfter: after },
      text: funded
        ? `Account "${account.name}" was funded with ${moved}.`
        : `Nothing was added: this reference has already funded account "${account.name}" with ${moved}.`,
    };
  });
}
