import type { Break } from './break-protocol';

const FOUND = 'only what provably gave no value goes elsewhere';
/** Then the others sell. */
const VTPASS_AWAY = ['vtpass closed by an operator', 'float of vtpass empty', 'products of vtpass turned off'];

/** One mutation for each case in which another provider must not be asked, because the first may have delivered. */
export const attemptBreaks: readonly Break[] = [
  {
    name: 'elsewhere-pending',
    rule: 'a pending order stays where it is',
    file: 'providers/dist/vtpass/send/judge-send.js',
    from: 'switch (answer.status) {',
    to: "if (answer.status === 'pending') return { kind: 'rejected', ...rejection, elsewhere: true }; switch (answer.status) {",
    found: FOUND,
    shownBy: [],
  },
  {
    name: 'elsewhere-time-out',
    rule: 'an order without an answer in time stays where it is',
    file: 'providers/dist/http/http-once.js',
    from: 'if (written)',
    to: "if (written && reason !== 'the deadline passed')",
    found: FOUND,
    shownBy: [],
  },
  {
    name: 'elsewhere-reset',
    rule: 'an order whose connection was reset stays where it is',
    file: 'providers/dist/http/http-once.js',
    from: 'if (written)',
    to: "if (written && reason !== 'ECONNRESET')",
    found: FOUND,
    shownBy: [],
  },
  {
    name: 'elsewhere-5xx',
    rule: 'an order whose answer was 5xx stays where it is',
    file: 'providers/dist/vtpass/send/judge-send.js',
    from: 'if (!(0, read_answer_1.isReadable)(answer.httpStatus))',
    to: "if (answer.httpStatus >= 500) return { kind: 'rejected', ...(0, response_codes_1.shutOut)(answer.httpStatus) }; else if (!(0, read_answer_1.isReadable)(answer.httpStatus))",
    found: FOUND,
    shownBy: [],
  },
  {
    name: 'elsewhere-unlisted',
    rule: 'an order that was refused with a code that is not listed stays where it is',
    file: 'providers/dist/monnify/send/judge-send.js',
    from: '(httpStatus === 401 || httpStatus === 403)',
    to: '(httpStatus >= 400)',
    found: FOUND,
    shownBy: [...VTPASS_AWAY, 'float of monnify empty'],
  },
  {
    name: 'elsewhere-early',
    rule: 'a failure that may still turn into a delivery stays where it is',
    file: 'core/dist/purchase/send/next-attempt.js',
    from: '|| sinceSendMs < settlesWithinMs',
    to: '',
    found: FOUND,
    shownBy: VTPASS_AWAY,
  },
  {
    name: 'elsewhere-token',
    rule: 'a delivery without its token stays where it is',
    file: 'core/dist/purchase/send/next-attempt.js',
    from: "case 'delivered':",
    to: "case 'delivered': if (outcome.goods?.token === null) return { outcome: 'refused', basis: 'answer', evidence: {} };",
    found: 'vended at most once over all providers',
    shownBy: [],
  },
];
