// A shop that sells airtime without losing money. It needs TOPUP_URL, TOPUP_API_KEY, and in SHOP_BOOK
// the path of its book.
//
//   node sell.mjs sell 08031234567 100    sells to a customer who has paid
//   node sell.mjs resume                  after a restart, before you sell: finds out what became of open orders
//   node sell.mjs follow                  notes outcomes and reversals as they happen, until you stop it

import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { DuplicateReferenceError, OutcomeUnknownError, PurchaseFailedError, TopUp, TopUpError } from '@topup/client';

/**
 * The orders by their reference, and the cursor of the changes. The file only grows, a line for each fact, so several
 * processes may write.
 */
export class Book {
  #path;

  constructor(path) {
    this.#path = path;
  }

  /** @returns {{orders: Map<string, {phone: string, amount: string, state: string}>, cursor: string | undefined}} */
  read() {
    const book = { orders: new Map(), cursor: undefined };
    const text = existsSync(this.#path) ? readFileSync(this.#path, 'utf8') : '';
    for (const line of text.split('\n')) note(book, factIn(line));
    return book;
  }

  /** It is on the disk afterwards. It begins a line of its own, even if a power cut has torn the last one. */
  add(fact) {
    appendFileSync(this.#path, `\n${JSON.stringify(fact)}\n`, { flush: true });
  }

  decide(reference, state) {
    this.add({ reference, state });
    console.log(`${reference} ${state}`);
  }
}

/** A torn line is no fact: nothing was done after it. */
function factIn(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

function note(book, { reference, state, order, change, cursor }) {
  const known = book.orders.get(reference);
  if (order) book.orders.set(reference, { ...order, state: 'open' });
  // only an open order gets an outcome: what is decided stays so, until `follow` hears of a reversal
  if (state && known?.state === 'open') known.state = state;
  if (change && known) known.state = stateAfter(known.state, change); // others are orders of another program
  if (change) book.cursor = cursor; // with the change in one line, so that none is lost
}

function stateAfter(before, { status, error_code }) {
  if (status === 'successful') return 'sold';
  return before === 'sold' || before === 'reversed' ? 'reversed' : stateOfFailure(error_code);
}

export async function sell(topup, book, phone, amount) {
  const reference = randomUUID();
  // first into the book: if this process dies now, or the answer is lost, `resume` can ask for the reference
  book.add({ reference, order: { phone, amount } });
  const order = { network: 'mtn', phone, amount, request_ref: reference };
  const call = topup.buyAirtime(order);
  // if the answer is lost, the order stays open: to find out takes a minute if it never arrived
  book.decide(reference, await outcomeOf(call.then(() => call.settled())));
}

/** Before other processes sell: it could give up an order that one of them is about to send. */
export async function resume(topup, book) {
  const open = [...book.read().orders].filter(([, { state }]) => state === 'open');
  // all at once: it takes a minute for an order that never arrived
  await Promise.all(open.map(([reference]) => findOut(topup, book, reference)));
}

async function findOut(topup, book, reference) {
  book.decide(reference, await outcomeOf(topup.settled(reference)));
}

/** The state of an order, after buying or asking. If it is "not sold", give the customer the money back. */
async function outcomeOf(settled) {
  try {
    await settled;
    return 'sold';
  } catch (error) {
    if (!(error instanceof TopUpError)) throw error;
    if (error instanceof PurchaseFailedError) return stateOfFailure(error.code);
    console.error(error.message, error.detail ?? '');
    if (error instanceof OutcomeUnknownError) return 'open'; // perhaps sold: no new order, and no money back
    if (error instanceof DuplicateReferenceError) return error.originalMatches === false ? 'not sold' : 'open';
    return 'not sold'; // every other error says that nothing was bought
  }
}

/** An operator may have refunded what the customer got. */
const stateOfFailure = (code) => (code === 'refunded_by_operator' ? 'ask the operator' : 'not sold');

export async function follow(topup, book) {
  const changes = topup.changes(book.read().cursor);
  for await (const { reference, status, error_code } of changes)
    book.add({ reference, change: { status, error_code }, cursor: changes.cursor });
}

async function main([command, phone, amount]) {
  const { TOPUP_URL, TOPUP_API_KEY, SHOP_BOOK } = process.env;
  const topup = new TopUp({ baseUrl: TOPUP_URL, apiKey: TOPUP_API_KEY });
  const book = new Book(SHOP_BOOK);
  if (command === 'sell') await sell(topup, book, phone, amount);
  else if (command === 'resume') await resume(topup, book);
  else if (command === 'follow') await follow(topup, book);
  else throw new Error('usage: node sell.mjs sell <phone> <amount> | resume | follow');
}

const [, program, ...args] = process.argv;
if (program && realpathSync(program) === import.meta.filename) await main(args);
