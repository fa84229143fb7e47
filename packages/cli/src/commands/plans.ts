import type { Command } from 'commander';
import { connect } from '../connection';
import { naira, table } from '../output';
import { type Options, reporting } from '../reporting';
import type { Terminal } from '../terminal';

/** `topup plans`: the data plans with the prices of the account. */
export function addPlans(program: Command, terminal: Terminal): void {
  program
    .command('plans')
    .description('list the data plans and your prices')
    .option('--network <network>', 'of one network: mtn, glo, airtel or etisalat')
    .action(
      reporting<Options & { network?: string }, []>(terminal, async ({ url, network }) => {
        const { topup } = connect(terminal, url);
        const plans = (await topup.listDataPlans({ signal: terminal.interrupted })).filter(
          (plan) => network === undefined || plan.network.toLowerCase() === network.toLowerCase(),
        );
        const rows = plans.map(({ plan_id, network, name, price }) => [plan_id ?? '-', network, naira(price), name]);
        return { json: plans, text: table(['PLAN', 'NETWORK', 'PRICE', 'NAME'], rows, 'There are no data plans.') };
      }),
    );
}
