import type { Command } from 'commander';
import { connect } from '../connection';
import { naira } from '../output';
import { type Options, reporting } from '../reporting';
import type { Terminal } from '../terminal';

/** `topup balance`: what is in the wallet. */
export function addBalance(program: Command, terminal: Terminal): void {
  program
    .command('balance')
    .description('show the balance of the wallet')
    .action(
      reporting<Options, []>(terminal, async ({ url }) => {
        const { topup, mode } = connect(terminal, url);
        const wallet = await topup.walletBalance({ signal: terminal.interrupted });
        const text = `${naira(wallet.balance)}${mode === 'test' ? ' of test money' : ''}${wallet.low ? ', which is low' : ''}`;
        return { json: { ...wallet, mode }, text };
      }),
    );
}
