import { randomUUID } from 'node:crypto';
import type { PurchaseCall, PurchaseName, RequestOf, TopUp } from '@topup/client';
import { type Command, Option } from 'commander';
import { confirm, YES } from '../confirm';
import { connect } from '../connection';
import { naira, type Options, purchaseFacts, type Report, reporting, UsageError } from '../output';
import type { Terminal } from '../terminal';

type BuyOptions = Options & { reference?: string; wait: boolean; timeout: string; yes?: true };

type Order<Name extends PurchaseName> = Omit<RequestOf<Name>, 'request_ref'>;
type Send = (topup: TopUp, request_ref: string, until: { signal: AbortSignal }) => PurchaseCall<PurchaseName>;

/** `topup buy <product>`: buys, and waits for the outcome. */
export function addBuy(program: Command, terminal: Terminal): void {
  const buy = program.command('buy').description('buy, and wait for the outcome');
  const counter = counterOf(buy, terminal);
  sellForPhones(counter);
  sellForBills(counter);
}

type Counter = ReturnType<typeof counterOf>;

/** Makes the options that the commands of all products share, and the function that sends an order. */
function counterOf(buy: Command, terminal: Terminal) {
  const product = (name: string, description: string): Command =>
    buy
      .command(name)
      .description(description)
      .option('--reference <text>', 'your request_ref (default: a new UUID)')
      .option('--no-wait', 'print the first response')
      .option('--timeout <seconds>', 'how long to wait', '180')
      .option(...YES);
  const sells = <O extends object>(command: Command, toSend: (options: O) => { what: string; send: Send }) =>
    reporting<O & BuyOptions, []>(terminal, command, (options) => purchase(terminal, options, toSend(options)));
  return { product, sells };
}

const EXPECTED_PRICE = ['--expected-price <naira>', 'buy only at exactly this price'] as const;

const named = (what: string, expectedPrice: string | undefined) =>
  expectedPrice === undefined ? what : `${what} for ${naira(expectedPrice)}`;

const guarded = (expectedPrice: string | undefined) =>
  expectedPrice === undefined ? {} : { expected_price: expectedPrice };

function sellForPhones({ product, sells }: Counter): void {
  sells<Order<'buyAirtime'>>(
    product('airtime', 'buy airtime')
      .addOption(
        new Option('--network <network>', 'the network of the phone')
          .choices(['mtn', 'glo', 'airtel', 'etisalat'])
          .makeOptionMandatory(),
      )
      .requiredOption('--phone <number>', 'the phone that gets it, 11 digits')
      .requiredOption('--amount <naira>', 'in naira, such as 100 or 150.50'),
    ({ network, phone, amount }) => ({
      what: `airtime for ${naira(String(amount))}`,
      send: (topup, request_ref, until) => topup.buyAirtime({ network, phone, amount, request_ref }, until),
    }),
  );
  sells<{ plan: string; phone: string; expectedPrice?: string }>(
    product('data', 'buy a data plan')
      .requiredOption('--plan <plan>', 'the id of the plan (`topup plans`)')
      .requiredOption('--phone <number>', 'the phone that gets it, 11 digits')
      .option(...EXPECTED_PRICE),
    ({ plan, phone, expectedPrice }) => ({
      what: named(`the plan ${plan}`, expectedPrice),
      send: (topup, request_ref, until) =>
        topup.buyData({ plan_id: plan, phone, request_ref, ...guarded(expectedPrice) }, until),
    }),
  );
}

function sellForBills({ product, sells }: Counter): void {
  sells<Cable>(
    product('cable', 'buy or renew a cable TV package')
      .addOption(
        new Option('--product <type>', 'the TV service').choices(['dstv', 'gotv', 'startimes']).makeOptionMandatory(),
      )
      .requiredOption('--smartcard <number>', 'the smartcard or IUC number')
      .requiredOption('--package <code>', 'the code of the package')
      .requiredOption('--amount <naira>', 'its price in naira')
      .requiredOption('--phone <number>', 'the phone of the customer, 11 digits')
      .addOption(
        new Option('--type <type>', 'whether the package changes').choices(['change', 'renew']).default('change'),
      ),
    (given) => ({
      what: `the package ${given.package} for ${naira(given.amount)}`,
      send: (topup, request_ref, until) =>
        topup.buyCable(
          {
            product_type: given.product,
            smartcard_number: given.smartcard,
            package_code: given.package,
            amount: given.amount,
            phone: given.phone,
            subscription_type: given.type,
            request_ref,
          },
          until,
        ),
    }),
  );
  sells<Electricity>(
    product('electricity', 'buy electricity')
      .requiredOption('--disco <disco>', 'the disco, such as ikeja-electric')
      .requiredOption('--meter <number>', 'the meter number')
      .addOption(
        new Option('--type <type>', 'the type of the meter').choices(['prepaid', 'postpaid']).makeOptionMandatory(),
      )
      .requiredOption('--amount <naira>', 'in naira, such as 2000')
      .requiredOption('--phone <number>', 'the phone of the customer, 11 digits'),
    ({ disco, meter, type, amount, phone }) => ({
      what: `electricity for ${naira(amount)}`,
      send: (topup, request_ref, until) =>
        topup.buyElectricity({ disco, meter_number: meter, meter_type: type, amount, phone, request_ref }, until),
    }),
  );
  sells<ExamPin>(
    product('exam', 'buy an exam PIN')
      .requiredOption('--exam <exam>', 'the exam (`topup exams`)')
      .requiredOption('--phone <number>', 'the phone of the customer, 11 digits')
      .option('--profile <id>', 'the profile of the customer, for an exam that needs one')
      .option(...EXPECTED_PRICE),
    ({ exam, phone, profile, expectedPrice }) => ({
      what: named(`the PIN ${exam}`, expectedPrice),
      send: (topup, request_ref, until) =>
        topup.buyExamPin(
          {
            exam,
            phone,
            request_ref,
            ...(profile !== undefined && { profile_id: profile }),
            ...guarded(expectedPrice),
          },
          until,
        ),
    }),
  );
}

type Cable = {
  product: RequestOf<'buyCable'>['product_type'];
  smartcard: string;
  package: string;
  amount: string;
  phone: string;
  type: RequestOf<'buyCable'>['subscription_type'];
};
type ExamPin = { exam: string; phone: string; profile?: string; expectedPrice?: string };
type Electricity = {
  disco: RequestOf<'buyElectricity'>['disco'];
  meter: string;
  type: RequestOf<'buyElectricity'>['meter_type'];
  amount: string;
  phone: string;
};

/**
 * Sends one order. Its reference is written before it is sent, so that it is known when this program is killed.
 * @throws TopUpError when nothing was sold, or the outcome is not known in time or before an interrupt
 */
async function purchase(
  terminal: Terminal,
  { url, reference = randomUUID(), wait, timeout, yes }: BuyOptions,
  { what, send }: { what: string; send: Send },
): Promise<Report> {
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= 86_400)) throw new UsageError('--timeout must be above 0, at most 86400 seconds.');
  const connected = connect(terminal, url);
  if (connected.mode === 'live' && !yes) await confirm(terminal, connected, what);
  terminal.err(`Reference: ${reference}\n`);
  const until = { signal: terminal.interrupted };
  const call = send(connected.topup, reference, until);
  const outcome = wait ? call.settled({ timeoutMs: seconds * 1_000, ...until }) : call;
  const answer = await waiting(terminal, 'Waiting for the outcome', outcome);
  const { message, status, data } = answer;
  return { json: answer, text: `${message}\n${purchaseFacts({ reference, status }, data)}` };
}

/** Shows that a person has to wait, and for how long already. To a program it writes nothing. */
async function waiting<T>({ err, isInteractive }: Terminal, what: string, work: Promise<T>): Promise<T> {
  if (!isInteractive) return work;
  const began = performance.now();
  const show = () => err(`\r${what} … ${Math.round((performance.now() - began) / 1_000)} s`);
  show();
  const timer = setInterval(show, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    err('\r\u001b[K'); // clears the line
  }
}
