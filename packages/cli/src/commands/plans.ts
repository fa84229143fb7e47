import { type Command, InvalidArgumentError } from 'commander';
import { connect } from '../connection';
import { naira, table } from '../output';
import { type Options, reporting } from '../reporting';
import type { Terminal } from '../terminal';

/** The network of a plan by the names that people give it: plans call 9mobile other than airtime does. */
const NETWORKS: Record<string, string> = {
  mtn: 'MTN',
  glo: 'GLO',
  airtel: 'AIRTEL',
  etisalat: '9MOBILE',
  '9mobile': '9MOBILE',
};

/** `topup plans`: the data plans with the prices of the account. */
export function addPlans(program: Command, terminal: Terminal): void {
  program
    .command('plans')
    .description('list the data plans and your prices')
    .option('--network <network>', 'of one network: mtn, glo, airtel or etisalat', networkOfPlans)
    .action(
      reporting<Options & { network?: string }, []>(terminal, async ({ url, network }) => {
        const { topup } = connect(terminal, url);
        const plans = (await topup.listDataPlans({ signal: terminal.interrupted })).filter(
          (plan) => network === undefined || plan.network === network,
        );
        const rows = plans.map(({ plan_id, network, name, price }) => [plan_id ?? '-', network, naira(price), name]);
        return { json: plans, text: table(['PLAN', 'NETWORK', 'PRICE', 'NAME'], rows, 'There are no data plans.') };
      }),
    );
}

function networkOfPlans(text: string): string {
  const network = NETWORKS[text.toLowerCase()];
  if (network === undefined) throw new InvalidArgumentError('Allowed choices are mtn, glo, airtel, etisalat.');
  return network;
}
