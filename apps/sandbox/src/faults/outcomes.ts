/** How an answer fails; `low-float` is a plain rejection: VTpass's code 018, and the like of the others. */
export type Fault = 'hang' | 'reset' | 'system-error' | 'html' | 'low-float';

export type OutcomeName =
  | 'delivered'
  | 'rejected'
  | 'pending-then-delivered'
  | 'pending-then-reversed'
  | 'pending-for-ever'
  | 'hang-delivered'
  | 'hang-unrecorded'
  | 'reset-unrecorded'
  | 'reset-delivered'
  | 'error-unrecorded'
  | 'error-delivered'
  | 'html-unrecorded'
  | 'low-float'
  | 'token-later'
  | 'truncated-delivered'
  | 'not-recognised'
  | 'requery-hangs'
  | 'failed-then-delivered';

type Common = {
  /** The two digits after 0800. */
  number: string;
  /** As in `GET /ledger`. */
  name: OutcomeName;
};

/** The order is first recorded, with `records` as its status, and then answered. */
export type RecordedOutcome = Common & {
  records: 'delivered' | 'pending' | 'failed';
  /** The status of a pending order after enough requeries; null leaves it pending. */
  settlesTo: 'delivered' | 'reversed' | null;
  /** The token of a prepaid meter, or the PIN of an exam, comes only after as many requeries as settle an order. */
  tokenLater?: true;
  /** A requery of the order is never answered. */
  requeryHangs?: true;
  /** The first answer sounds like a failure, and a requery says delivered. VTpass has no such thing. */
  saysFailed?: true;
  answers: 'order' | 'truncated' | Fault;
};

/** Nothing is recorded: a requery finds no such order. */
type UnrecordedOutcome = Common & { records: null; answers: Fault };

type Outcome = RecordedOutcome | UnrecordedOutcome;

const SUCCESS: Outcome = { number: '00', name: 'delivered', records: 'delivered', settlesTo: null, answers: 'order' };

/** Every outcome that a number of the form 0800 OO DD … can ask for. */
export const OUTCOMES: readonly Outcome[] = [
  SUCCESS,
  { number: '01', name: 'rejected', records: 'failed', settlesTo: null, answers: 'order' },
  { number: '02', name: 'pending-then-delivered', records: 'pending', settlesTo: 'delivered', answers: 'order' },
  { number: '03', name: 'pending-then-reversed', records: 'pending', settlesTo: 'reversed', answers: 'order' },
  { number: '04', name: 'pending-for-ever', records: 'pending', settlesTo: null, answers: 'order' },
  { number: '05', name: 'hang-delivered', records: 'delivered', settlesTo: null, answers: 'hang' },
  { number: '06', name: 'hang-unrecorded', records: null, answers: 'hang' },
  { number: '07', name: 'reset-unrecorded', records: null, answers: 'reset' },
  { number: '08', name: 'reset-delivered', records: 'delivered', settlesTo: null, answers: 'reset' },
  { number: '09', name: 'error-unrecorded', records: null, answers: 'system-error' },
  { number: '10', name: 'error-delivered', records: 'delivered', settlesTo: null, answers: 'system-error' },
  { number: '11', name: 'html-unrecorded', records: null, answers: 'html' },
  { number: '12', name: 'low-float', records: null, answers: 'low-float' },
  { ...SUCCESS, number: '13', name: 'token-later', tokenLater: true },
  { number: '14', name: 'truncated-delivered', records: 'delivered', settlesTo: null, answers: 'truncated' },
  { number: '15', name: 'not-recognised', records: 'failed', settlesTo: null, answers: 'order' },
  { number: '16', name: 'requery-hangs', records: 'pending', settlesTo: null, requeryHangs: true, answers: 'order' },
  { ...SUCCESS, number: '17', name: 'failed-then-delivered', saysFailed: true },
];

/**
 * The numbers of VTpass's own sandbox, for all products, each with the outcome in our sandbox. VTpass does not document
 * what a requery of the last three answers: we use both "not recorded" and "delivered".
 */
const VTPASS_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['08011111111', '00'],
  ['1212121212', '00'],
  ['1111111111111', '00'],
  ['1010101010101', '00'],
  ['0123456789', '00'],
  ['201000000000', '04'],
  ['500000000000', '09'],
  ['400000000000', '06'],
  ['300000000000', '05'],
]);

const MAX_DELAY_SECONDS = 59;

const OUTCOME_BY_NUMBER: ReadonlyMap<string, Outcome> = new Map(OUTCOMES.map((outcome) => [outcome.number, outcome]));

/**
 * The outcome for a recipient. 0800 OO DD … is outcome OO after DD seconds (at most 59), and VTpass's own numbers mean
 * what VTpass says. All others succeed at once (at VTpass they fail), so that demonstrations with real-looking numbers
 * work.
 */
export function readOutcome(recipient: string): { outcome: Outcome; delayMs: number } {
  const [, number = VTPASS_NUMBERS.get(recipient) ?? SUCCESS.number, delay = '00'] =
    /^0800(\d\d)(\d\d)/.exec(recipient) ?? [];
  const delayMs = Math.min(Number(delay), MAX_DELAY_SECONDS) * 1000;
  return { outcome: OUTCOME_BY_NUMBER.get(number) ?? SUCCESS, delayMs };
}

export type VerifyAnswer = 'recognised' | 'not-recognised' | 'truncated' | Exclude<Fault, 'low-float'>;

/**
 * The answer to `/merchant-verify` for a smartcard, meter or profile. It fails as the answer to a purchase would; all
 * other numbers are recognised (at VTpass only its success numbers), because a number whose purchase stays pending must
 * pass it too.
 */
export function readVerifyAnswer(recipient: string): { answer: VerifyAnswer; delayMs: number } {
  const { outcome, delayMs } = readOutcome(recipient);
  return { answer: verifyAnswerOf(outcome), delayMs };
}

function verifyAnswerOf({ name, answers }: Outcome): VerifyAnswer {
  if (name === 'not-recognised') return name;
  return answers === 'order' || answers === 'low-float' ? 'recognised' : answers;
}
