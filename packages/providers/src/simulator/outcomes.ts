/** How a send ends that is not answered in words: nothing comes back, or what comes back proves nothing. */
type Silence = 'no answer in time' | 'the connection broke' | 'HTTP 500' | 'HTTP 502' | 'half an answer';

/** The simulator treats an order by its number, as the sandbox does in the words of each provider. */
export type SimulatedOutcome = {
  /** The state in which the order arrives; null: it never arrives. */
  arrives: 'delivered' | 'failed' | 'pending' | null;
  /** The state of a pending order after enough requeries; null: it stays pending. */
  settlesTo: 'delivered' | 'reversed' | null;
  /** How the provider answers the send: by the state of the order, not at all, or because the float is too low. */
  answers: 'state' | 'low_float' | Silence;
  /** The token of a prepaid meter comes after as many requeries as settle a pending order. */
  tokenLater?: true;
  /** Requeries are not answered. */
  requeriesUnanswered?: true;
  /** A look-up does not know the number. */
  unknownNumber?: true;
};

const DELIVERED: SimulatedOutcome = { arrives: 'delivered', settlesTo: null, answers: 'state' };
const PENDING: SimulatedOutcome = { arrives: 'pending', settlesTo: null, answers: 'state' };
const FAILED: SimulatedOutcome = { arrives: 'failed', settlesTo: null, answers: 'state' };
const lost = (answers: Silence): SimulatedOutcome => ({ arrives: null, settlesTo: null, answers });
const delivered = (answers: Silence): SimulatedOutcome => ({ ...DELIVERED, answers });

const LOST = 'the order is lost. 202, then refunded after about 20 minutes.';
const FOUND = 'the order was delivered. 200 within seconds, or 202 first.';

/** `seen`: what a client sees, for docs/integrate/test-numbers.md. */
const TABLE: readonly [number: string, outcome: SimulatedOutcome, seen: string][] = [
  ['00', DELIVERED, '200: delivered.'],
  ['01', FAILED, '424: rejected and refunded.'],
  ['02', { ...PENDING, settlesTo: 'delivered' }, '202, then delivered after half a minute.'],
  ['03', { ...PENDING, settlesTo: 'reversed' }, '202, then failed and refunded after half a minute.'],
  ['04', PENDING, '202, and stays open.'],
  ['05', delivered('no answer in time'), 'The provider does not respond. 202, then delivered after a minute.'],
  ['06', lost('no answer in time'), `The provider does not respond, and ${LOST}`],
  ['07', lost('the connection broke'), `The connection to the provider breaks, and ${LOST}`],
  ['08', delivered('the connection broke'), `The connection to the provider breaks, but ${FOUND}`],
  ['09', lost('HTTP 500'), `The provider returns HTTP 500, and ${LOST}`],
  ['10', delivered('HTTP 500'), `The provider returns HTTP 500, but ${FOUND}`],
  ['11', lost('HTTP 502'), `The provider returns HTTP 502, and ${LOST}`],
  ['12', { arrives: null, settlesTo: null, answers: 'low_float' }, '424: rejected, as if our float were too low.'],
  [
    '13',
    { ...DELIVERED, tokenLater: true },
    '200: delivered. Prepaid electricity and exam PINs: 202, and the token or PIN comes after half a minute.',
  ],
  ['14', delivered('half an answer'), `Half of the provider's response is missing, but ${FOUND}`],
  ['15', { ...FAILED, unknownNumber: true }, '424, from a lookup too: the provider does not know the number.'],
  ['16', { ...PENDING, requeriesUnanswered: true }, '202, and stays open: the provider answers no requery.'],
];

const OUTCOMES: ReadonlyMap<string, SimulatedOutcome> = new Map(TABLE.map(([number, outcome]) => [number, outcome]));

export const SEEN_BY_CLIENTS: readonly [number: string, seen: string][] = TABLE.map(([number, , seen]) => [
  number,
  seen,
]);

/** The numbers of VTpass's own sandbox, as docs/reference/sandbox.md reads them. */
const VTPASS_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['201000000000', '04'],
  ['500000000000', '09'],
  ['400000000000', '06'],
  ['300000000000', '05'],
]);

const MAX_DELAY_SECONDS = 59;

/**
 * Returns the outcome for this phone, smartcard or meter: 0800 OO DD … is outcome OO after DD seconds, at most 59.
 * All other numbers succeed at once.
 */
export function outcomeOf(recipient: string): { outcome: SimulatedOutcome; delayMs: number } {
  const [, number = VTPASS_NUMBERS.get(recipient) ?? '00', delay = '00'] = /^0800(\d\d)(\d\d)/.exec(recipient) ?? [];
  const delayMs = Math.min(Number(delay), MAX_DELAY_SECONDS) * 1_000;
  return { outcome: OUTCOMES.get(number) ?? DELIVERED, delayMs };
}
