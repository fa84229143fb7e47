import { countLine, type Results, skippedTitles } from './summary-reporter';

const counts = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  numRuntimeErrorTestSuites: 1,
};
const results = (...files: [status: string, ...path: string[]][][]): Results => ({
  ...counts,
  testResults: files.map((tests) => ({
    testResults: tests.map(([status, ...path]) => ({
      status,
      ancestorTitles: path.slice(0, -1),
      title: path.at(-1) ?? '',
    })),
  })),
});

describe('tests that did not run look like passed ones', () => {
  test('a file that does not compile counts as failed, and a planned test as skipped', () => {
    expect(countLine(results())).toBe('tests: 3 passed, 2 failed, 3 skipped');
  });

  test('each skipped test is named once, and a wholly skipped suite instead of its tests', () => {
    const skipped = skippedTitles(
      results(
        [
          ['pending', 'with Redis (skipped: none)', 'adds'],
          ['pending', 'with Redis (skipped: none)', 'deeper', 'takes'],
          ['passed', 'money', 'parses'],
          ['failed', 'money', 'formats'],
          ['pending', 'money', 'rounds'],
          ['todo', 'alone'],
        ],
        [['pending', 'with Redis (skipped: none)', 'in another file']],
      ),
    );
    expect(skipped).toEqual(['with Redis (skipped: none)', 'money › rounds', 'alone']);
  });
});
