/** How an answer goes wrong on the wire; `low-float` is a plain refusal with code 018. */
export type Fault = 'hang' | 'reset' | 'system-error' | 'html' | 'low-float';

type Common = {
  /** The two digits after 0800. */
  number: string;
  /** As `GET /ledger` shows it. */
  name: string;
  /** For people; the documentation prints it. */
  sentence: string;
};

/** The order is placed first, with `records` as its status, and answered then. */
export type RecordedOutcome = Common & {
  records: 'delivered' | 'pending' | 'failed';
  /** What becomes of a pending order once it was requeried often enough; null leaves it as it is. */
  settlesTo: 'delivered' | 'reversed' | null;
  /** A prepaid meter's token comes no sooner than an outcome that settles. */
  tokenLater?: true;
  answers: 'order' | 'truncated' | Fault;
};

/** Nothing is placed: a requery answers 015. */
export type UnrecordedOutcome = Common & { records: null; answers: Fault };

export type Outcome = RecordedOutcome | UnrecordedOutcome;

const SUCCESS: Outcome = {
  number: '00',
  name: 'delivered',
  records: 'delivered',
  settlesTo: null,
  answers: 'order',
  sentence: 'Delivered, and says so.',
};

/** Every outcome that a number of the form 0800 OO DD … can ask for. */
export const OUTCOMES: readonly Outcome[] = [
  SUCCESS,
  {
    number: '01',
    name: 'rejected',
    records: 'failed',
    settlesTo: null,
    answers: 'order',
    sentence: 'Rejected with code 016 and status failed; a requery says the same.',
  },
  {
    number: '02',
    name: 'pending-then-delivered',
    records: 'pending',
    settlesTo: 'delivered',
    answers: 'order',
    sentence: 'Pending; two requeries (SANDBOX_PENDING_REQUERIES) still say so, the next one delivers.',
  },
  {
    number: '03',
    name: 'pending-then-reversed',
    records: 'pending',
    settlesTo: 'reversed',
    answers: 'order',
    sentence:
      'Pending; two requeries (SANDBOX_PENDING_REQUERIES) still say so, the next one reverses it with code 040.',
  },
  {
    number: '04',
    name: 'pending-for-ever',
    records: 'pending',
    settlesTo: null,
    answers: 'order',
    sentence: 'Pending, however often it is requeried.',
  },
  {
    number: '05',
    name: 'hang-delivered',
    records: 'delivered',
    settlesTo: null,
    answers: 'hang',
    sentence: 'Delivered, but never answers: the connection stays open until the caller leaves.',
  },
  {
    number: '06',
    name: 'hang-unrecorded',
    records: null,
    answers: 'hang',
    sentence: 'Never answers and never records the order: a requery says 015.',
  },
  {
    number: '07',
    name: 'reset-unrecorded',
    records: null,
    answers: 'reset',
    sentence: 'Resets the connection before it records the order: a requery says 015.',
  },
  {
    number: '08',
    name: 'reset-delivered',
    records: 'delivered',
    settlesTo: null,
    answers: 'reset',
    sentence: 'Delivered, then resets the connection instead of answering.',
  },
  {
    number: '09',
    name: 'error-unrecorded',
    records: null,
    answers: 'system-error',
    sentence: 'HTTP 500 with code 083, and the order is not recorded: a requery says 015.',
  },
  {
    number: '10',
    name: 'error-delivered',
    records: 'delivered',
    settlesTo: null,
    answers: 'system-error',
    sentence: 'HTTP 500 with code 083, although the order was delivered.',
  },
  {
    number: '11',
    name: 'html-unrecorded',
    records: null,
    answers: 'html',
    sentence: 'HTTP 502 with an HTML page, and the order is not recorded: a requery says 015.',
  },
  {
    number: '12',
    name: 'low-float',
    records: null,
    answers: 'low-float',
    sentence: 'Refused with code 018, as if the float were too low; a requery says 015.',
  },
  {
    ...SUCCESS,
    number: '13',
    name: 'token-later',
    tokenLater: true,
    sentence:
      'Delivered, and says so; for a prepaid meter without its token, which two requeries (SANDBOX_PENDING_REQUERIES) still lack and the next one brings.',
  },
  {
    number: '14',
    name: 'truncated-delivered',
    records: 'delivered',
    settlesTo: null,
    answers: 'truncated',
    sentence: 'Delivered, but the connection breaks in the middle of the JSON answer.',
  },
  {
    number: '15',
    name: 'not-recognised',
    records: 'failed',
    settlesTo: null,
    answers: 'order',
    sentence: 'Verification does not recognise it; a purchase is rejected with code 016.',
  },
];

/**
 * VTpass's own sandbox numbers, for whatever product, and the outcome of ours that each stands for. What a requery says of the last three is not documented;
 * they are spread over "not recorded" and "delivered" so that both are met.
 */
export const VTPASS_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['08011111111', '00'],
  ['1212121212', '00'],
  ['1111111111111', '00'],
  ['1010101010101', '00'],
  ['201000000000', '04'],
  ['500000000000', '09'],
  ['400000000000', '06'],
  ['300000000000', '05'],
]);

export const MAX_DELAY_SECONDS = 59;

const OUTCOME_BY_NUMBER: ReadonlyMap<string, Outcome> = new Map(OUTCOMES.map((outcome) => [outcome.number, outcome]));

/**
 * Reads what a recipient asks for: 0800 OO DD … is outcome OO after DD seconds (above 59 counts as 59), VTpass's own numbers mean what
 * VTpass says, and any other number succeeds at once. (VTpass fails those: here demonstrations with real-looking numbers must work.)
 */
export function readOutcome(recipient: string): { outcome: Outcome; delayMs: number } {
  const [, number = VTPASS_NUMBERS.get(recipient) ?? SUCCESS.number, delay = '00'] =
    /^0800(\d\d)(\d\d)/.exec(recipient) ?? [];
  const delayMs = Math.min(Number(delay), MAX_DELAY_SECONDS) * 1000;
  return { outcome: OUTCOME_BY_NUMBER.get(number) ?? SUCCESS, delayMs };
}

export type VerifyAnswer = 'recognised' | 'not-recognised' | 'truncated' | Exclude<Fault, 'low-float'>;

/**
 * Reads what a smartcard or meter asks of its verification: what goes wrong with the answer to a purchase goes wrong here too, and all else is
 * recognised. (VTpass recognises only its success numbers: here those that are pending must come through a verification.)
 */
export function readVerification(recipient: string): { answer: VerifyAnswer; delayMs: number } {
  const { outcome, delayMs } = readOutcome(recipient);
  return { answer: verifyAnswerOf(outcome), delayMs };
}

function verifyAnswerOf({ name, answers }: Outcome): VerifyAnswer {
  if (name === 'not-recognised') return name;
  return answers === 'order' || answers === 'low-float' ? 'recognised' : answers;
}
