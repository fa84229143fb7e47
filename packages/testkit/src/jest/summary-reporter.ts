/** The used part of Jest's results. */
export type Results = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { testResults: { status: string; ancestorTitles: string[]; title: string }[] }[];
};

/** Ends the output of a test run with the skipped tests, and a last line for scripts. */
export default class SummaryReporter {
  private readonly filtered: boolean;
  private readonly watching: boolean;
  private readonly stream: NodeJS.WriteStream;

  constructor(config: {
    testNamePattern?: string | undefined;
    json?: boolean | undefined;
    watch?: boolean;
    watchAll?: boolean;
  }) {
    this.filtered = (config.testNamePattern ?? '') !== ''; // then all other tests count as skipped, on purpose
    this.watching = config.watch === true || config.watchAll === true;
    this.stream = config.json ? process.stderr : process.stdout; // with --json standard output contains only JSON
  }

  // Jest prints its own summary after the configured reporters.
  onRunComplete(_contexts: unknown, results: Results): void {
    if (this.watching) return; // one process then has many runs
    const skipped = this.filtered ? [] : skippedTitles(results);
    const lines = [...skipped.map((title) => `skipped: ${title}`), countLine(results)];
    process.once('exit', () => this.stream.write(`\n${lines.join('\n')}\n`));
  }
}

/** `tests: N passed, N failed, N skipped`. A file that cannot run counts as one failed test, `test.todo` as skipped. */
export function countLine(results: Results): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return `tests: ${results.numPassedTests} passed, ${failed} failed, ${results.numPendingTests + results.numTodoTests} skipped`;
}

/** The titles of skipped tests, each once. A wholly skipped suite stands for all its tests. */
export function skippedTitles(results: Results): string[] {
  return [...new Set(results.testResults.flatMap(({ testResults }) => skippedInFile(testResults)))];
}

function skippedInFile(tests: Results['testResults'][number]['testResults']): string[] {
  const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed').map(pathOf);
  return tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map((test) => {
      const path = pathOf(test);
      const wholly = path.findIndex((_, depth) => !ran.some((other) => startsWith(other, path.slice(0, depth + 1))));
      return path.slice(0, wholly < 0 ? path.length : wholly + 1).join(' › ');
    });
}

const pathOf = ({ ancestorTitles, title }: { ancestorTitles: string[]; title: string }) => [...ancestorTitles, title];
const startsWith = (path: string[], start: string[]) => start.every((title, depth) => path[depth] === title);
