import { events } from '@topup/client';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { connect, connectInTest } from '../connection';
import { Ended, EXIT, facts, naira, type Options, purchaseFacts, reporting, table } from '../output';
import type { Terminal } from '../terminal';

const EXITS = { successful: 0, failed: EXIT.FAILED, pending: EXIT.UNKNOWN } as const;

/** `topup status`: how a purchase stands. It exits as `topup buy` would with this outcome. */
export function addStatus(program: Command, terminal: Terminal): void {
  const command = program.command('status <reference>').description('show the status of a purchase');
  reporting<Options, [string]>(terminal, command, async ({ url }, reference) => {
    const asked = connect(terminal, url).topup.status(reference, { signal: terminal.interrupted });
    const answer = await asked.catch((cause: unknown) => {
      throw new Ended({ exitCode: EXIT.UNKNOWN, cause });
    });
    const { status, message, error_code, data } = answer;
    const text = `${message}\n${purchaseFacts({ status, error_code }, data)}`;
    return { json: answer, text, exitCode: EXITS[status] };
  });
}

/** `topup claim`: files the claim of a purchase, or shows its answer. It exits with 0 in each state of the claim. */
export function addClaim(program: Command, terminal: Terminal): void {
  const command = program
    .command('claim <reference>')
    .description('claim that a successful purchase was not received, or read the answer')
    .requiredOption('--note <text>', 'what your customer says, at most 500 characters');
  reporting<Options & { note: string }, [string]>(terminal, command, async ({ url, note }, reference) => {
    const { topup } = connect(terminal, url);
    const claim = await topup.claim({ request_ref: reference, note }, { signal: terminal.interrupted });
    const { request_ref, ...answer } = claim;
    const next = claim.state === 'open' ? '\nRun the same command again to read the answer.' : '';
    return { json: claim, text: `${facts({ reference: request_ref, ...answer })}${next}` };
  });
}

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
  const command = program
    .command('plans')
    .description('list the data plans with your prices')
    .option('--network <network>', 'only one network: mtn, glo, airtel or etisalat', networkOfPlans);
  reporting<Options & { network?: string }, []>(terminal, command, async ({ url, network }) => {
    const { topup } = connect(terminal, url);
    const plans = (await topup.listDataPlans({ signal: terminal.interrupted })).filter(
      (plan) => network === undefined || plan.network === network,
    );
    const rows = plans.map(({ plan_id, network, price, size_mb, validity_days, name }) =>
      [plan_id ?? '-', network, naira(price), size_mb ?? '-', validity_days ?? '-', name].map(String),
    );
    const columns = ['PLAN', 'NETWORK', 'PRICE', 'MB', 'DAYS', 'NAME'];
    return { json: plans, text: table(columns, rows, 'There are no data plans.') };
  });
}

/** `topup exams`: the exams whose PINs are sold. */
export function addExams(program: Command, terminal: Terminal): void {
  const command = program.command('exams').description('list the exams whose PINs you can buy');
  reporting<Options, []>(terminal, command, async ({ url }) => {
    const exams = await connect(terminal, url).topup.listExams({ signal: terminal.interrupted });
    const rows = exams.map(({ exam, price, needs_profile, name }) => [
      exam,
      naira(price),
      needs_profile ? 'yes' : 'no',
      name,
    ]);
    return { json: exams, text: table(['EXAM', 'PRICE', 'NEEDS PROFILE', 'NAME'], rows, 'There are no exams.') };
  });
}

/** `topup services`: what can be bought now. */
export function addServices(program: Command, terminal: Terminal): void {
  const command = program.command('services').description('list what can be bought now');
  reporting<Options, []>(terminal, command, async ({ url }) => {
    const services = await connect(terminal, url).topup.services({ signal: terminal.interrupted });
    const rows = services.map(({ product_type, service, state, since, message }) => [
      product_type,
      service,
      state,
      since,
      message ?? '',
    ]);
    const columns = ['PRODUCT', 'SERVICE', 'STATE', 'SINCE', 'MESSAGE'];
    return { json: services, text: table(columns, rows, 'Nothing is known yet.') };
  });
}

/** `topup prices`: the discounts of the account. */
export function addPrices(program: Command, terminal: Terminal): void {
  const command = program.command('prices').description('list your discounts on the face value');
  reporting<Options, []>(terminal, command, async ({ url }) => {
    const prices = await connect(terminal, url).topup.prices({ signal: terminal.interrupted });
    const rows = prices.map(({ product_type, service, discount_percent }) => [
      product_type,
      service,
      `${discount_percent} %`,
    ]);
    return { json: prices, text: table(['PRODUCT', 'SERVICE', 'DISCOUNT'], rows, 'Nothing is on sale.') };
  });
}

function networkOfPlans(text: string): string {
  const network = NETWORKS[text.toLowerCase()];
  if (network === undefined) throw new InvalidArgumentError('Allowed choices are mtn, glo, airtel, etisalat.');
  return network;
}

/** `topup balance`: what is in the wallet. */
export function addBalance(program: Command, terminal: Terminal): void {
  const command = program.command('balance').description('show the balance of the wallet');
  reporting<Options, []>(terminal, command, async ({ url }) => {
    const { topup, mode } = connect(terminal, url);
    const wallet = await topup.walletBalance({ signal: terminal.interrupted });
    const text = `${naira(wallet.balance)}${mode === 'test' ? ' of test money' : ''}${wallet.low ? ', which is low' : ''}`;
    return { json: { ...wallet, mode }, text };
  });
}

/** `topup fund`: adds test money to the test wallet. A live key is refused. */
export function addFund(program: Command, terminal: Terminal): void {
  const command = program.command('fund <naira>').description('add test money to the test wallet, such as 5000');
  reporting<Options, [string]>(terminal, command, async ({ url }, amount) => {
    const { topup } = connectInTest(terminal, url);
    const wallet = await topup.fundTestWallet({ amount }, { signal: terminal.interrupted });
    return { json: wallet, text: `${naira(wallet.balance)} of test money` };
  });
}

type EventName = (typeof events)[number];

/** `topup trigger`: a test event, for the webhook URL and for `topup listen`. */
export function addTrigger(program: Command, terminal: Terminal): void {
  const command = program
    .command('trigger')
    .description('send a test event to the webhook URL of the test account and to `topup listen`')
    .addArgument(new Argument('<event>', 'the event').choices(events));
  reporting<Options, [EventName]>(terminal, command, async ({ url }, event) => {
    const sent = await connectInTest(terminal, url).topup.triggerEvent({ event }, { signal: terminal.interrupted });
    return {
      json: sent,
      text: `${sent.event} about ${sent.reference} goes to the webhook URL, if one is set, and to each \`topup listen\`.`,
    };
  });
}
