/** The part of Jest's results that is read here. */
export type Results = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { testResults: { status: string; ancestorTitles: string[]; title: string }[] }[];
};

/** Ends the output of a test run: what was skipped, each once, and a last line for scripts to read. */
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
    this.filtered = (config.testNamePattern ?? '') !== ''; // everything else then counts as skipped, which is what was asked for
    this.watching = config.watch === true || config.watchAll === true;
    this.stream = config.json ? process.stderr : process.stdout; // with --json standard output holds that and nothing else
  }

  // Jest's own summary and its last words come after the reporters of the configuration.
  onRunComplete(_contexts: unknown, results: Results): void {
    if (this.watching) return; // one process then has many runs
    const skipped = this.filtered ? [] : skippedTitles(results);
    const lines = [...skipped.map((title) => `skipped: ${title}`), countLine(results)];
    process.once('exit', () => this.stream.write(`\n${lines.join('\n')}\n`));
  }
}

/** `tests: N passed, N failed, N skipped`. A file that could not be run at all counts as one failed test; a planned one (`test.todo`) as skipped. */
export function countLine(results: Results): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return `tests: ${results.numPassedTests} passed, ${failed} failed, ${results.numPendingTests + results.numTodoTests} skipped`;
}

/** The titles of what did not run, each once; a suite that was skipped as a whole stands for all its tests. */
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
