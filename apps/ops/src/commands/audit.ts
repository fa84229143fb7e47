import { type ActionFilter, type AuditedAction, blankByHand, listActions, readAuditHead } from '@topup/core/audit';
import { csvLine, type Db, escapeFormula } from '@topup/core/shared';
import type { Command } from 'commander';
import { countArgument, emailArgument, lineArgument, timeArgument } from '../arguments';
import { type Report, reporting, table, time } from '../output';
import { done, refusalOf } from '../refusal';
import { type ActingAs, changeDatabase, requireAccount, withDatabase } from '../with-database';

export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('the audit log: every change by anybody');
  filtered(audit.command('list').description('list what was done, newest first'))
    .option('--limit <n>', 'how many', countArgument, 50)
    .action(reporting(list));
  filtered(audit.command('export').description('print what was done as CSV, newest first; with --json as JSON')).action(
    (options: FilterOptions, command: Command) => exportAll(options, command),
  );
  audit
    .command('head')
    .description('show the last link of the chain of hashes, to compare it with one that was logged')
    .option('--n <n>', 'the link of this number', countArgument)
    .action(reporting(head));
  audit
    .command('blank')
    .description('blank the personal fields of a person in the audit log, for good; the chain stays whole')
    .requiredOption('--email <address>', 'the person, who must no longer be able to sign in', emailArgument)
    .requiredOption('--note <text>', 'why; without their name', lineArgument)
    .action(reporting(blank));
}

const filtered = (command: Command): Command =>
  command
    .option('--account <id or name>', 'only what concerns one account')
    .option('--action <action>', 'only one action, such as wallet.fund, or its noun, such as wallet', lineArgument)
    .option('--actor <who>', 'only of one e-mail address, system user, or id of a user or a key', lineArgument)
    .option('--since <time>', 'only from that time on, such as 2026-11-21T12:00:00Z', timeArgument);

type FilterOptions = { account?: string; action?: string; actor?: string; since?: Date };

async function toFilter(db: Db, { account, action, actor, since }: FilterOptions): Promise<ActionFilter> {
  return {
    action,
    actor,
    since,
    accountId: account === undefined ? undefined : (await requireAccount(db, account)).id,
  };
}

// ---- list and export

function list({ limit, ...options }: FilterOptions & { limit: number }): Promise<Report> {
  return withDatabase(async (db) => {
    const actions = await listActions(db, await toFilter(db, options), { limit });
    const rows = actions.map((row) => [
      time(row.at),
      row.action,
      row.subject,
      row.accountName ?? '-',
      row.systemUser === null ? row.userEmail : `${row.userEmail} (${row.systemUser})`,
      row.address ?? '-',
      [row.note, factsText({ ...row.after, ...row.details })].filter(Boolean).join(' ') || '-',
    ]);
    const headings = ['AT', 'ACTION', 'ON', 'ACCOUNT', 'BY', 'FROM', 'NOTE AND FACTS'];
    return { json: actions.map(toJson), text: table(headings, rows, 'No action is like that.') };
  });
}

const PAGE = 1_000;

/** Page by page, because the whole log need not fit into memory. */
async function exportAll(options: FilterOptions, command: Command): Promise<void> {
  const write = (text: string) => command.configureOutput().writeOut?.(text);
  const asJson: boolean = command.optsWithGlobals().json ?? false;
  await withDatabase(async (db) => {
    const filter = await toFilter(db, options);
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
  });
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

const factsText = (facts: Record<string, unknown>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}=${value ?? 'none'}`)
    .join(' ');

// ---- the chain

async function head({ n }: { n?: number }): Promise<Report> {
  const found = await withDatabase((db) => readAuditHead(db, n === undefined ? null : BigInt(n)));
  if (found === null) throw refusalOf({ kind: 'no_seal', n: n ?? null });
  const { hash, sealedAt } = found;
  return {
    json: { n: String(found.n), hash, sealedAt: time(sealedAt) },
    text: `${found.n} ${hash} ${time(sealedAt)}`,
  };
}

async function blank({ email, note, ...as }: ActingAs & { email: string; note: string }): Promise<Report> {
  const { entries } = done(await changeDatabase(as, (db, by) => blankByHand(db, by, email, note)));
  const none = `No entry names ${email}: nothing was blanked.`;
  return { json: { entries }, text: entries === 0 ? none : `The personal fields of ${entries} entries are blanked.` };
}
