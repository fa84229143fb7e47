/** How a send ends that is not answered in words: nothing comes back, or what comes back proves nothing. */
type Silence = 'no answer in time' | 'the connection broke' | 'HTTP 500' | 'HTTP 502' | 'half an answer';

/**
 * What the simulator does with an order, by its number. It is the table of docs/reference/sandbox.md, in our own terms.
 */
export type SimulatedOutcome = {
  /** What becomes of the order; null: it never arrives. */
  arrives: 'delivered' | 'failed' | 'pending' | null;
  /** What a pending order becomes after enough requeries; null: it stays pending. */
  settlesTo: 'delivered' | 'reversed' | null;
  /** How the send is answered: by the state of the order, not at all, or because the float is too low. */
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

const OUTCOMES: ReadonlyMap<string, SimulatedOutcome> = new Map([
  ['00', DELIVERED],
  ['01', FAILED],
  ['02', { ...PENDING, settlesTo: 'delivered' }],
  ['03', { ...PENDING, settlesTo: 'reversed' }],
  ['04', PENDING],
  ['05', delivered('no answer in time')],
  ['06', lost('no answer in time')],
  ['07', lost('the connection broke')],
  ['08', delivered('the connection broke')],
  ['09', lost('HTTP 500')],
  ['10', delivered('HTTP 500')],
  ['11', lost('HTTP 502')],
  ['12', { arrives: null, settlesTo: null, answers: 'low_float' }],
  ['13', { ...DELIVERED, tokenLater: true }],
  ['14', delivered('half an answer')],
  ['15', { ...FAILED, unknownNumber: true }],
  ['16', { ...PENDING, requeriesUnanswered: true }],
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
 * What happens to an order for this phone, smartcard or meter: 0800 OO DD … is outcome OO after DD seconds, at most 59.
 * All other numbers succeed at once.
 */
export function outcomeOf(recipient: string): { outcome: SimulatedOutcome; delayMs: number } {
  const [, number = VTPASS_NUMBERS.get(recipient) ?? '00', delay = '00'] = /^0800(\d\d)(\d\d)/.exec(recipient) ?? [];
  const delayMs = Math.min(Number(delay), MAX_DELAY_SECONDS) * 1_000;
  return { outcome: OUTCOMES.get(number) ?? DELIVERED, delayMs };
}
