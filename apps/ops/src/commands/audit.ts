import { type ActionFilter, type AuditedAction, listActions, readAuditHead, redactByHand } from '@topup/core/audit';
import { csvLine, type Db, escapeFormula } from '@topup/core/shared';
import { countArgument, emailArgument, entryArgument, lineArgument, timeArgument } from '../arguments';
import { changes, command, type Given, group, needed, type Output, option, reads } from '../declare';
import { tableOf, time } from '../output';
import { done, refusalOf } from '../refusal';
import { readDatabase, requireAccount } from '../with-database';

const FILTER = [
  option('--account <id or name>', 'only actions on one account'),
  option('--action <action>', 'only one action, such as wallet.fund, or one noun, such as wallet', lineArgument),
  option('--actor <who>', 'only one e-mail address, system user, or id of a user or key', lineArgument),
  option('--since <time>', 'only from then on, such as 2026-11-21T12:00:00Z', timeArgument),
] as const;

export const auditCommands = group('audit', 'the audit log of every change', [
  reads(
    'list',
    'list actions, newest first',
    [...FILTER, option('--limit <n>', 'how many', countArgument, 50)],
    async (db, { limit, ...filter }) => {
      const actions = await listActions(db, await toFilter(db, filter), { limit });
      return {
        json: actions.map(toJson),
        text: tableOf(
          actions,
          [
            'at',
            'action',
            ['ON', 'subject'],
            ['ACCOUNT', 'accountName'],
            ['BY', ({ userEmail, systemUser }) => (systemUser === null ? userEmail : `${userEmail} (${systemUser})`)],
            ['FROM', 'address'],
            ['NOTE AND FACTS', noteAndFacts],
          ],
          'No action is like that.',
        ),
      };
    },
  ),
  command(
    'export',
    'print actions as CSV, newest first; with --json as JSON',
    FILTER,
    async (filter, output): Promise<undefined> => readDatabase((db) => exportAll(db, filter, output)),
  ),
  reads(
    'head',
    'show the last link of the hash chain, to compare it with a logged one',
    [option('--n <n>', 'this link instead of the last one', entryArgument)],
    async (db, { n }) => {
      const found = await readAuditHead(db, n ?? null);
      if (found === null) throw refusalOf({ kind: 'no_seal', n: n ?? null });
      const { hash, sealedAt } = found;
      return {
        json: { n: String(found.n), hash, sealedAt: time(sealedAt) },
        text: `${found.n} ${hash} ${time(sealedAt)}`,
      };
    },
  ),
  changes(
    'redact',
    'redact the personal fields of a person forever; the chain stays whole',
    [
      needed('--email <address>', 'the person, whose sign-in must be disabled', emailArgument),
      needed('--note <text>', 'why; without their name', lineArgument),
    ],
    async (db, by, { email, note }) => {
      const { entries } = done(await redactByHand(db, by, email, note));
      const none = `No entry names ${email}: nothing was redacted.`;
      const text = entries === 0 ? none : `The personal fields of ${entries} entries are redacted.`;
      return { json: { entries }, text };
    },
  ),
]);

async function toFilter(db: Db, { account, action, actor, since }: Given<typeof FILTER>): Promise<ActionFilter> {
  const accountId = account === undefined ? undefined : (await requireAccount(db, account)).id;
  return { action, actor, since, accountId };
}

const noteAndFacts = ({ note, after, details }: AuditedAction): string => {
  const facts = Object.entries({ ...after, ...details }).map(([name, value]) => `${name}=${value ?? 'none'}`);
  return [note, ...facts].filter(Boolean).join(' ') || '-';
};

const PAGE = 1_000;

/** Page by page, because the whole log need not fit into memory. */
async function exportAll(db: Db, given: Given<typeof FILTER>, { asJson, write }: Output): Promise<undefined> {
  const filter = await toFilter(db, given);
  write(asJson ? '[' : csvLine(COLUMNS.map(([title]) => title)));
  let before: bigint | null = null;
  for (;;) {
    const rows: AuditedAction[] = await listActions(db, filter, { before, limit: PAGE });
    const joint = before === null ? '' : ',';
    if (rows.length > 0)
      write(asJson ? joint + rows.map((row) => JSON.stringify(toJson(row))).join() : rows.map(toLine).join(''));
    if (rows.length < PAGE) break;
    before = rows.at(-1)?.id ?? null;
  }
  if (asJson) write(']\n');
}

const toJson = ({ id, at, ...row }: AuditedAction) => ({ id: String(id), at: time(at), ...row });

const COLUMNS: [string, (row: AuditedAction) => string | null][] = [
  ['id', ({ id }) => String(id)],
  ['at', ({ at }) => time(at)],
  ['kind', ({ actorKind }) => actorKind],
  ['by', ({ userEmail }) => userEmail],
  ['user_id', ({ userId }) => userId],
  ['system_user', ({ systemUser }) => systemUser],
  ['address', ({ address }) => address],
  ['account_id', ({ accountId }) => accountId],
  ['account', ({ accountName }) => accountName],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject],
  ['subject_id', ({ subjectId }) => subjectId],
  ['reference', ({ requestRef }) => requestRef],
  ['note', ({ note }) => note],
  ['before', ({ before }) => before && JSON.stringify(before)],
  ['after', ({ after }) => after && JSON.stringify(after)],
  ['details', ({ details }) => JSON.stringify(details)],
  ['session_id', ({ sessionId }) => sessionId],
  ['request_id', ({ requestId }) => requestId],
  ['db_role', ({ dbRole }) => dbRole],
];

const toLine = (row: AuditedAction): string => csvLine(COLUMNS.map(([, cell]) => escapeFormula(cell(row) ?? '')));
