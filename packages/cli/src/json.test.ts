import { runProgram } from './program';
import { testTerminal } from './testing/service';

describe('a script that reads --json gets something else', () => {
  test.each([
    ['an unknown command', ['--json', 'balanse'], /unknown command 'balanse'/],
    ['an unknown option', ['balance', '--json', '--nonsense'], /unknown option '--nonsense'/],
    ['a missing option', ['buy', 'airtime', '--network', 'mtn', '--json'], /required option '--phone <number>'/],
    ['a claim without a note', ['--json', 'claim', 'order-1'], /required option '--note <text>'/],
    ['a wrong choice', ['--json', 'buy', 'airtime', '--network', 'vodafone'], /vodafone/],
    ['a missing argument', ['--json', 'status'], /missing required argument 'reference'/],
    ['no command', ['--json'], /command is missing/],
    ['half a command', ['--json', 'buy'], /command is missing/],
    ['no key', ['--json', 'balance'], /no API key/],
  ])('%s', async (_, words, message) => {
    const terminal = testTerminal({ XDG_CONFIG_HOME: '/nowhere' });
    expect(await runProgram(words, terminal)).toBe(2);
    expect(JSON.parse(terminal.printed.out)).toEqual({
      error: { name: 'UsageError', message: expect.stringMatching(message) },
    });
    expect(terminal.printed.out).not.toContain('error: ');
    expect(terminal.printed.err).toBe('');
  });

  test('without --json the same is said to people', async () => {
    const terminal = testTerminal({});
    expect(await runProgram(['balanse'], terminal)).toBe(2);
    expect(terminal.printed).toEqual({ out: '', err: expect.stringContaining("error: unknown command 'balanse'") });
  });

  test.each([['--version'], ['--help']])('%s is no error', async (word) => {
    const terminal = testTerminal({});
    expect(await runProgram(['--json', word], terminal)).toBe(0);
    expect(terminal.printed).toEqual({ out: expect.stringMatching(/\S/), err: '' });
  });
});
