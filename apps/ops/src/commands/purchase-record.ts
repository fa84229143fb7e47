import { basisText, causeText, decisionText, OUTCOME_WORDS, outcomeFacts, whenSent } from '@topup/core/purchase';
import type { StatementEvidence } from '@topup/core/reconciliation';
import type { PurchaseRecord } from '@topup/core/reporting';
import type { Decision } from '@topup/core/routing';
import { findTokens, formatNaira, pick, redactNumbers } from '@topup/core/shared';
import { facts, hostOf, table, time } from '../output';

type RecordJson = ReturnType<typeof recordToJson>;

/**
 * A purchase with everything that belongs to it, for --json: amounts as naira text, webhook URLs as their host.
 * Phone, smartcard and meter numbers and tokens are masked unless `full`.
 */
export function recordToJson(
  { purchase, account, attempts, history, entries, events, notifications }: PurchaseRecord,
  full: boolean,
  statements: StatementEvidence[],
) {
  const {
    requestRef,
    amountKobo,
    costKobo,
    accountId: _account,
    claimToken: _token,
    recipient,
    details,
    providerOrder,
    // among the facts of `result`, masked
    result: _result,
    providerEvidence: _evidence,
    tokenAwaited: _awaited,
    quarantinedAt: _quarantined,
    contradictedBy: _contradicted,
    decision: _decision,
    reviewedAt: _reviewed,
    reviewNote: _note,
    ...rest
  } = purchase;
  const hide = full
    ? <T>(value: T) => value
    : redactNumbers(recipient, providerOrder.contactPhone, ...findTokens(outcomeFacts(purchase)));
  const { message, description, cause } = rest;
  const result = outcomeFacts(purchase);
  return {
    reference: requestRef,
    account,
    ...rest,
    amount: formatNaira(amountKobo),
    cost: costKobo === null ? null : formatNaira(costKobo),
    ...hide({ recipient, details, providerOrder, message, description, cause, result }),
    attempts: attempts.map((attempt) => {
      const { number, provider, providerRef, sends, outcome, endedAt, contradictedAt, decision } = attempt;
      return {
        number,
        provider,
        providerRef,
        sends,
        sentAt: whenSent(attempt),
        outcome,
        endedAt,
        contradictedAt,
        basis: hide(basisText(attempt, purchase.cause)),
        cost: attempt.costKobo === null ? null : formatNaira(attempt.costKobo),
        decision: decision as Decision | null,
      };
    }),
    history: history.map(({ fromStatus, toStatus, at, ...why }) => {
      return { from: fromStatus, to: toStatus, cause: hide(causeText(why)), at };
    }),
    entries: entries.map((entry) =>
      pick(entry, 'id', 'kind', 'amountKobo', 'balanceBeforeKobo', 'balanceAfterKobo', 'createdAt'),
    ),
    events: events.map(
      ({ id, event, status, state, url, httpStatus, durationMs, error, createdAt, finishedAt, resentFrom }) => {
        return {
          id,
          event,
          status,
          state,
          host: hostOf(url),
          httpStatus,
          durationMs,
          error,
          createdAt,
          finishedAt,
          resentFrom,
        };
      },
    ),
    notifications: notifications.map(({ purchaseId: _purchase, ...notification }) => notification),
    statements,
  };
}

export function recordToText(record: RecordJson): string {
  const { account, details, providerOrder, result, attempts, history, entries, events, notifications, ...rest } =
    record;
  const { statements, ...single } = rest;
  const lists = [
    table(
      ['ATTEMPT', 'PROVIDER', 'ITS REFERENCE', 'SENT AT', 'OUTCOME', 'COST', 'BASIS', 'WHY THERE'],
      attempts.map((attempt) => [
        ...[String(attempt.number), attempt.provider, attempt.providerRef ?? '-', time(attempt.sentAt)],
        ...[OUTCOME_WORDS[attempt.outcome], attempt.cost ?? '-', attempt.basis ?? '-', decisionText(attempt.decision)],
      ]),
      '',
    ),
    table(
      ['MOVED AT', 'FROM', 'TO', 'CAUSE'],
      history.map(({ at, from, to, cause }) => [time(at), from ?? '-', to, cause]),
      'No history.',
    ),
    table(
      ['ENTERED AT', 'KIND', 'AMOUNT', 'BEFORE', 'AFTER'],
      entries.map((entry) => [
        time(entry.createdAt),
        entry.kind,
        formatNaira(entry.amountKobo),
        formatNaira(entry.balanceBeforeKobo),
        formatNaira(entry.balanceAfterKobo),
      ]),
      'No ledger entries.',
    ),
    table(
      ['EVENT OF', 'EVENT', 'STATUS', 'STATE', 'HOST', 'HTTP', 'ERROR'],
      events.map((event) => [
        time(event.createdAt),
        event.resentFrom === null ? event.event : `${event.event} (again)`,
        event.status,
        event.state,
        event.host ?? '-',
        String(event.httpStatus ?? '-'),
        event.error ?? '',
      ]),
      'No events.',
    ),
    table(
      ['NOTIFICATION OF', 'KIND', 'STATE', 'ATTEMPTS', 'FINISHED AT', 'ERROR'],
      notifications.map((one) => [
        time(one.createdAt),
        one.kind,
        one.state,
        String(one.attempts),
        time(one.finishedAt),
        one.error ?? '',
      ]),
      'No notifications.',
    ),
    table(
      ['CHARGED AT', 'PROVIDER', 'ATTEMPT', 'ROW', 'KIND', 'AMOUNT', 'SURE'],
      statements.map((row) => [
        ...[time(row.at), row.provider, String(row.attempt), row.row, `${row.direction}, ${row.kind}`],
        formatNaira(row.amountKobo),
        row.suggested ? 'no: amount and time are near' : 'yes',
      ]),
      'No row of a statement, which proves nothing.',
    ),
  ];
  const head = facts([
    ['account', `${account.name} (${account.id})`],
    ...Object.entries(single).map(([name, value]): [string, string] => [label(name), toText(value)]),
    ['details', JSON.stringify(details)],
    ['provider order', JSON.stringify(providerOrder)],
    ['result', JSON.stringify(result)],
  ]);
  return [head, ...lists].join('\n\n');
}

/** nextCheckAt → next check at */
const label = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const toText = (value: unknown) => (value instanceof Date ? time(value) : String(value ?? '-'));
