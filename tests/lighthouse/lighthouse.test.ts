import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromiumPath, describeWithBrowser } from '../browser/support/chromium';
import type { Person } from '../browser/support/dashboard-world';
import { useDashboard } from '../browser/support/use-dashboard';

/** Not among our packages: it would make each clone 176 MB larger. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Of a page on a computer that does other things too, the middle one counts. */
const RUNS = 3;
/** Lighthouse sometimes misses the beginning of its own recording, and then has no scores at all. */
const NOT_RECORDED = /\(NO_NAVSTART\)/;

const LEAST = { performance: 95, accessibility: 95, 'best-practices': 95 };
type Scores = typeof LEAST;
type Report = {
  runtimeError?: { message: string };
  categories: Record<keyof Scores, { score: number }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
};

describeWithBrowser('a first page is slow, or Lighthouse finds something wrong with it', () => {
  const service = useDashboard();
  let folder: string;
  const people = {} as Record<'owner' | 'operator', Person>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'topup-lighthouse-'));
    const owner = await service.addOwner(10_000);
    const client = await service.sellerFor(owner.accountId);
    for (let n = 0; n < 10; n += 1) await client.buyAirtime({ ref: `order-${n}`, amount: 100 + n });
    Object.assign(people, { owner, operator: await service.addOperator() });
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function audit(page: string, cookie: string, form: 'desktop' | 'mobile'): Promise<Report[]> {
    const report = path.join(folder, 'report.json');
    const args = [
      ...[
        '--yes',
        LIGHTHOUSE,
        `${service.dashboard.url}${page}`,
        '--quiet',
        '--output=json',
        `--output-path=${report}`,
      ],
      ...[`--only-categories=${Object.keys(LEAST).join()}`, '--chrome-flags=--headless=new --no-sandbox --disable-gpu'],
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
      ...(cookie === '' ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
    ];
    const env = { ...process.env, CHROME_PATH: chromiumPath() };
    const ran = await promisify(execFile)('npx', args, { env, cwd: folder }).catch((error) => String(error));
    if (typeof ran === 'string' && NOT_RECORDED.test(ran)) return [];
    if (typeof ran === 'string') throw new Error(ran);
    return [JSON.parse(await readFile(report, 'utf8'))];
  }

  const pages = [
    ['sign-in', '/sign-in', null],
    ['overview of an owner', '/', 'owner'],
    ['overview of an operator', '/operator', 'operator'],
  ] as const;
  const forms = [
    ['desktop', LEAST],
    ['mobile', { ...LEAST, performance: 85 }],
  ] as const;
  test.each(forms.flatMap((form) => pages.map((page) => [...form, ...page] as const)))(
    'on %s it has at least %j: %s',
    async (form, least, _title, address, who) => {
      const page = who === null ? null : await service.signIn(people[who], address);
      const cookies = (await page?.context().cookies()) ?? [];
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      await page?.close();
      const reports: Report[] = [];
      for (let run = 0; run < RUNS; run += 1) reports.push(...(await audit(address, cookie, form)));
      expect(reports.length).toBeGreaterThan(RUNS / 2);
      expect(reports.flatMap(({ runtimeError }) => runtimeError ?? [])).toEqual([]);
      const scores = (Object.keys(least) as (keyof Scores)[]).map((category) => [
        category,
        median(reports.map(({ categories }) => Math.round(categories[category].score * 100))),
      ]);
      const low = scores.filter(([category, score]) => Number(score) < least[category as keyof Scores]);
      expect({ low, faults: low.length > 0 ? faultsOf(reports) : [] }).toEqual({ low: [], faults: [] });
    },
    300_000,
  );
});

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Lists the faults to mend, as the last report names them. */
const faultsOf = (reports: Report[]): string[] =>
  Object.values(reports.at(-1)?.audits ?? {})
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ title, displayValue = '' }) => `${title} ${displayValue}`);
