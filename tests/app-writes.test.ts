import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const APPS = ['apps/api/src', 'apps/worker/src', 'apps/dashboard/src', 'apps/ops/src'];

/** Where an app may still write, by the beginning of its path, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'apps/ops/src/database/': 'it makes the tables that core needs, their functions and the rights of the roles',
  'apps/dashboard/src/auth/better-auth.ts': 'better-auth keeps its sessions, challenges and factors',
  'apps/dashboard/src/http/metrics.ts': 'SELECT 1, to measure how long an answer takes',
};

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const models = [...read('prisma/schema.prisma').matchAll(/^model (\w)(\w*)/gm)].map(
  ([, first = '', rest = '']) => first.toLowerCase() + rest,
);

/** Code that writes a table, or may: SQL of one's own can also call a function that does. */
const WRITES: readonly RegExp[] = [
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate\s+table)\b/gi,
  /\bupdate\s+(?:only\s+)?[\w".${}]+\s+(?:(?:as\s+)?\w+\s+)?set\b/gi,
  /\$(?:query|execute)Raw(?:Unsafe)?\b/g,
  new RegExp(
    `\\b(?:${models.join('|')})\\s*\\.\\s*(?:create|update|delete)(?:Many)?(?:AndReturn)?\\(|\\.\\s*upsert\\(`,
    'g',
  ),
  /\bprismaAdapter\(/g,
  /\bfrom 'pg'/g,
];

/** The writes in a source text, without its comments. */
function writesIn(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '');
  return WRITES.flatMap((pattern) => code.match(pattern) ?? []);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesIn(name);
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [name] : [];
  });
}

const exceptionOf = (file: string) => Object.keys(ALLOWED).find((start) => file.startsWith(start));

describe('an app changes a table past the rules, the locks and the audit log of core', () => {
  const writing = APPS.flatMap(sourcesIn).flatMap((file) => {
    const found = writesIn(read(file));
    return found.length === 0 ? [] : [{ file, found }];
  });

  test('no app has SQL of its own, or a write of Prisma', () => {
    expect(writing.filter(({ file }) => exceptionOf(file) === undefined)).toEqual([]);
  });

  test('each exception is one', () => {
    expect(new Set(writing.map(({ file }) => exceptionOf(file)))).toEqual(new Set(Object.keys(ALLOWED)));
  });

  test.each([
    ['await db.account.update({ where: { id }, data: { note } })'],
    ['await tx.apiKey\n  .createMany({ data })'],
    ['await deps.db.moneyRule.upsert({ where, create, update })'],
    ['await db.$executeRaw`SELECT fund_wallet(1)`'],
    ['await db.$queryRaw<Row[]>(sql`SELECT * FROM resume_plan(1)`)'],
    ['const text = "insert into wallet values (1)"'],
    ['const text = `UPDATE account\n   SET note = $1`'],
    ['const text = `UPDATE account a SET note = $1`'],
    ['const text = `DELETE FROM plan_stop`'],
  ])('a planted write is found: %s', (planted) => {
    expect(writesIn(`export async function change() {\n  ${planted};\n}`)).toHaveLength(1);
  });

  test.each([
    ['// update account set note'],
    ["createHmac('sha256', secret).update(text)"],
    ['cache.delete(key)'],
    ['await db.account.findMany()'],
  ])('what writes nothing is not: %s', (planted) => {
    expect(writesIn(`  ${planted};\n`)).toEqual([]);
  });
});
