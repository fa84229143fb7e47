import type { Command } from 'commander';
import { connectInTest } from '../connection';
import { naira } from '../output';
import { type Options, reporting } from '../reporting';
import type { Terminal } from '../terminal';

/** `topup fund`: adds play money to the test wallet. A live key is refused. */
export function addFund(program: Command, terminal: Terminal): void {
  program
    .command('fund <naira>')
    .description('add play money to the test wallet, such as 5000')
    .action(
      reporting<Options, [string]>(terminal, async ({ url }, amount) => {
        const { topup } = connectInTest(terminal, url);
        const wallet = await topup.fundTestWallet({ amount }, { signal: terminal.interrupted });
        return { json: wallet, text: `${naira(wallet.balance)} of test money` };
      }),
    );
}
