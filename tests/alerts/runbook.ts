import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readFile } from './rules';

const FOLDER = 'docs/operate/runbook';
const INDEX = `${FOLDER}/README.md`;
export const PARTS = ['Means', 'Look', 'Do', 'Over'];

/** The runbook's entry on one alert. */
type Entry = {
  alert: string;
  page: string;
  /** The names of its parts, in order, and the text of each. */
  parts: [string, string][];
};

const pages = readdirSync(path.join(__dirname, '../..', FOLDER)).map((name) => `${FOLDER}/${name}`);

/** Of all pages. */
export const text: string = pages.map(readFile).join('\n');

const partsOf = (section: string) =>
  section
    .split(/^(?=- \*\*)/m)
    .slice(1)
    .map((part): [string, string] => {
      const [, name = '', said = ''] = /^- \*\*([^*]+)\*\*: ([\s\S]*)$/.exec(part) ?? [];
      return [name, said.trim()];
    });

const entriesOf = (page: string): Entry[] =>
  readFile(page)
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { alert: heading.slice('## '.length), page, parts: partsOf(lines.join('\n')) };
    });

/** The entries of the runbook: the headings of all pages but the index. */
export const entries: Entry[] = pages.filter((page) => page !== INDEX).flatMap(entriesOf);

/** The alerts that the table of the index lists at each page. */
export const indexed: { page: string; alerts: string[] }[] = [
  ...readFile(INDEX).matchAll(/^\| \[[^\]]+\]\((\w+\.md)\) \| (.+) \|$/gm),
].map(([, name = '', cell = '']) => ({
  page: `${FOLDER}/${name}`,
  alerts: [...cell.matchAll(/`(\w+)`/g)].map(([, alert = '']) => alert),
}));

/** The words that are set as code, without blocks. */
export const code: string[] = [...text.replace(/^ *```[\s\S]*?```/gm, '').matchAll(/`([^`]+)`/g)].map(([, one = '']) =>
  one.replace(/\s+/g, ' '),
);

/** The statements of SQL. */
export const statements: string[] = [...text.matchAll(/^ *```sql\n([\s\S]*?)```/gm)].map(([, sql = '']) => sql.trim());

/** Lines of the log that the pages name, such as: lines `a sweep failed` in the log. */
export const logLines: string[] = [...text.matchAll(/\blines?\s+`([^`]+)`/gi)].map(([, line = '']) =>
  line.replace(/\s+/g, ' '),
);

/** The values of `alert` in the table of the lines of the log. */
export const alertsInTheLogs: string[] = [...readFile(INDEX).matchAll(/^\| `(\w+)` \|/gm)].flatMap(([, alert = '']) =>
  alert === 'alert' ? [] : [alert],
);
