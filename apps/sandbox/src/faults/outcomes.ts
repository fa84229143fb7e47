/** How an answer fails; `low-float` is a plain rejection: VTpass's code 018, and the like of the others. */
export type Fault = 'hang' | 'reset' | 'system-error' | 'html' | 'low-float';

type Common = {
  /** The two digits after 0800. */
  number: string;
  /** As in `GET /ledger`. */
  name: string;
  /** For docs/sandbox.md: what VTpass does, and the same at the other two in their words. */
  sentence: string;
  monnify: string;
  reloadly: string;
};

/** The order is first recorded, with `records` as its status, and then answered. */
export type RecordedOutcome = Common & {
  records: 'delivered' | 'pending' | 'failed';
  /** The status of a pending order after enough requeries; null leaves it pending. */
  settlesTo: 'delivered' | 'reversed' | null;
  /** The token of a prepaid meter comes only after as many requeries as settle a pending order. */
  tokenLater?: true;
  /** A requery of the order is never answered. */
  requeryHangs?: true;
  /** The first answer sounds like a failure, and a requery says delivered. VTpass has no such thing. */
  saysFailed?: true;
  answers: 'order' | 'truncated' | Fault;
};

/** Nothing is recorded: a requery finds no such order. */
export type UnrecordedOutcome = Common & { records: null; answers: Fault };

export type Outcome = RecordedOutcome | UnrecordedOutcome;

const SUCCESS: Outcome = {
  number: '00',
  name: 'delivered',
  records: 'delivered',
  settlesTo: null,
  answers: 'order',
  sentence: 'Delivered, and says so.',
  monnify: '`vendStatus` SUCCESS.',
  reloadly: 'SUCCESSFUL.',
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
    monnify: '`vendStatus` FAILED in the answer and in a requery; nothing is charged.',
    reloadly: 'FAILED, in the list too; nothing is charged.',
  },
  {
    number: '02',
    name: 'pending-then-delivered',
    records: 'pending',
    settlesTo: 'delivered',
    answers: 'order',
    sentence: 'Pending; two requeries (SANDBOX_PENDING_REQUERIES) still say so, the next one delivers.',
    monnify: 'IN_PROGRESS; two requeries still say so, the next one SUCCESS.',
    reloadly: 'PROCESSING; two look-ups still say so, the next one SUCCESSFUL.',
  },
  {
    number: '03',
    name: 'pending-then-reversed',
    records: 'pending',
    settlesTo: 'reversed',
    answers: 'order',
    sentence:
      'Pending; two requeries (SANDBOX_PENDING_REQUERIES) still say so, the next one reverses it with code 040.',
    monnify:
      'IN_PROGRESS; two requeries still say so, the next one FAILED, and the charge comes back as one more credit.',
    reloadly: 'PROCESSING; two look-ups still say so, the next one REFUNDED.',
  },
  {
    number: '04',
    name: 'pending-for-ever',
    records: 'pending',
    settlesTo: null,
    answers: 'order',
    sentence: 'Pending, however often it is requeried.',
    monnify: 'IN_PROGRESS, however often it is requeried.',
    reloadly: 'PROCESSING, however often it is looked up.',
  },
  {
    number: '05',
    name: 'hang-delivered',
    records: 'delivered',
    settlesTo: null,
    answers: 'hang',
    sentence: 'Delivered, but never answers: the connection stays open until the caller leaves.',
    monnify: 'SUCCESS, but never answers.',
    reloadly: 'SUCCESSFUL, but never answers.',
  },
  {
    number: '06',
    name: 'hang-unrecorded',
    records: null,
    answers: 'hang',
    sentence: 'Never answers and never records the order: a requery says 015.',
    monnify: 'Never answers and never records the vend.',
    reloadly: 'Never answers and never records the top-up.',
  },
  {
    number: '07',
    name: 'reset-unrecorded',
    records: null,
    answers: 'reset',
    sentence: 'Resets the connection before it records the order: a requery says 015.',
    monnify: 'Resets the connection before it records the vend.',
    reloadly: 'Resets the connection before it records the top-up.',
  },
  {
    number: '08',
    name: 'reset-delivered',
    records: 'delivered',
    settlesTo: null,
    answers: 'reset',
    sentence: 'Delivered, then resets the connection instead of answering.',
    monnify: 'SUCCESS, then resets the connection instead of answering.',
    reloadly: 'SUCCESSFUL, then resets the connection instead of answering.',
  },
  {
    number: '09',
    name: 'error-unrecorded',
    records: null,
    answers: 'system-error',
    sentence: 'HTTP 500 with code 083, and the order is not recorded: a requery says 015.',
    monnify: 'HTTP 500 with code 99, and no vend is recorded.',
    reloadly: 'HTTP 500 with PROVIDER_INTERNAL_ERROR, and no top-up is recorded.',
  },
  {
    number: '10',
    name: 'error-delivered',
    records: 'delivered',
    settlesTo: null,
    answers: 'system-error',
    sentence: 'HTTP 500 with code 083, although the order was delivered.',
    monnify: 'HTTP 500 with code 99, although the vend is a SUCCESS.',
    reloadly: 'HTTP 500 with PROVIDER_INTERNAL_ERROR, although the top-up is SUCCESSFUL.',
  },
  {
    number: '11',
    name: 'html-unrecorded',
    records: null,
    answers: 'html',
    sentence: 'HTTP 502 with an HTML page, and the order is not recorded: a requery says 015.',
    monnify: 'HTTP 502 with an HTML page, and no vend is recorded.',
    reloadly: 'HTTP 502 with an HTML page, and no top-up is recorded.',
  },
  {
    number: '12',
    name: 'low-float',
    records: null,
    answers: 'low-float',
    sentence: 'Rejected with code 018, as if the float were too low; a requery says 015.',
    monnify: 'Code 99 with the text of an empty wallet, and no vend is recorded.',
    reloadly: 'HTTP 400 with INSUFFICIENT_BALANCE, and no top-up is recorded.',
  },
  {
    ...SUCCESS,
    number: '13',
    name: 'token-later',
    tokenLater: true,
    sentence:
      'Delivered, and says so; for a prepaid meter without its token, which two requeries (SANDBOX_PENDING_REQUERIES) still lack and the next one brings.',
    monnify: 'SUCCESS; for a prepaid meter without `metaData`, which two requeries still lack and the next one brings.',
    reloadly: 'SUCCESSFUL.',
  },
  {
    number: '14',
    name: 'truncated-delivered',
    records: 'delivered',
    settlesTo: null,
    answers: 'truncated',
    sentence: 'Delivered, but the connection breaks in the middle of the JSON answer.',
    monnify: 'SUCCESS, but the connection breaks in the middle of the JSON answer.',
    reloadly: 'SUCCESSFUL, but the connection breaks in the middle of the JSON answer.',
  },
  {
    number: '15',
    name: 'not-recognised',
    records: 'failed',
    settlesTo: null,
    answers: 'order',
    sentence: 'Verification does not recognise it; a purchase is rejected with code 016.',
    monnify: '`validate-customer` does not recognise it; a vend is FAILED.',
    reloadly: 'Auto-detect does not recognise it; a top-up is refused with INVALID_RECIPIENT_PHONE, and not recorded.',
  },
  {
    number: '16',
    name: 'requery-hangs',
    records: 'pending',
    settlesTo: null,
    requeryHangs: true,
    answers: 'order',
    sentence: 'Pending; a requery is never answered.',
    monnify: 'IN_PROGRESS; a requery is never answered.',
    reloadly: 'PROCESSING; a look-up by the reference or the id is never answered.',
  },
  {
    ...SUCCESS,
    number: '17',
    name: 'failed-then-delivered',
    saysFailed: true,
    sentence: 'Delivered, and says so.',
    monnify: 'FAILED in the answer, SUCCESS in every requery.',
    reloadly: 'HTTP 400 with TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT, but SUCCESSFUL in the list.',
  },
];

/**
 * The numbers of VTpass's own sandbox, for all products, with the outcome of ours that each means. VTpass does not
 * document what a requery of the last three answers: we use both "not recorded" and "delivered".
 */
const VTPASS_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['08011111111', '00'],
  ['1212121212', '00'],
  ['1111111111111', '00'],
  ['1010101010101', '00'],
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
 * The answer to `/merchant-verify` for a smartcard or meter. It fails as the answer to a purchase would; all other
 * numbers are recognised (at VTpass only its success numbers), because a number whose purchase stays pending must pass
 * it too.
 */
export function readVerifyAnswer(recipient: string): { answer: VerifyAnswer; delayMs: number } {
  const { outcome, delayMs } = readOutcome(recipient);
  return { answer: verifyAnswerOf(outcome), delayMs };
}

function verifyAnswerOf({ name, answers }: Outcome): VerifyAnswer {
  if (name === 'not-recognised') return name;
  return answers === 'order' || answers === 'low-float' ? 'recognised' : answers;
}
