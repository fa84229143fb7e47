import { readFile } from './rules';

export const PAGE = 'docs/operate/runbook.md';
export const PARTS = ['Cause', 'How to look', 'What to do', 'Wake somebody'];

/** What the runbook says of one alert. */
type Entry = {
  alert: string;
  /** The names of its parts, in order, and the text of each. */
  parts: [string, string][];
  text: string;
};

const page = readFile(PAGE);

/** The entries of the runbook, in order: its headings of the third level. */
export const entries: Entry[] = page
  .split(/^(?=##+ )/m)
  .filter((section) => section.startsWith('### '))
  .map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const text = lines.join('\n');
    const parts = text
      .split(/^(?=- \*\*)/m)
      .slice(1)
      .map((part): [string, string] => {
        const [, name = '', said = ''] = /^- \*\*([^*]+)\*\*: ([\s\S]*)$/.exec(part) ?? [];
        return [name, said.trim()];
      });
    return { alert: heading.slice('### '.length), parts, text };
  });

/** The words of the whole page that are set as code, without its blocks. */
export const codeOf = (text: string = page): string[] =>
  [...text.replace(/^ *```[\s\S]*?```/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '));

/** The statements of SQL in a text. */
export const sqlOf = (text: string = page): string[] =>
  [...text.matchAll(/^ *```sql\n([\s\S]*?)```/gm)].map(([, sql = '']) => sql.trim());

/** What the page says of lines in the log: `lines `a sweep failed` in the log`. */
export const logLinesOf = (text: string = page): string[] =>
  [...text.matchAll(/\blines?\s+`([^`]+)`/g)].map(([, line = '']) => line.replace(/\s+/g, ' '));

/** The values of `alert` in the table of the lines of the log. */
export const alertsInTheLogs: string[] = [
  ...page.slice(page.indexOf('## Alerts in the logs')).matchAll(/^\| `(\w+)` \|/gm),
].flatMap(([, alert = '']) => (alert === 'alert' ? [] : [alert]));
