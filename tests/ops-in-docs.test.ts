import type { Command } from 'commander';
import { buildProgram } from '../apps/ops/src/program';
import { PAGES, read } from './pages';

/** `isNamed`: the text only names the command, as `ops recon import` does, and says nothing of what it needs. */
type Given = { page: string; line: string; isNamed: boolean };

const LINE = /(?:npm run ops -- |(?<![\w/-])topup-ops |compose run --rm ops |^ops )(?<line>[a-z](?:[^|&;#]|<[^>]*>)+)/g;

const givenIn = (page: string): Given[] => {
  const text = read(page);
  const blocks = [...text.matchAll(/^ *```[\s\S]*?```/gm)].flatMap(([block]) => block.split('\n'));
  const spans = [...text.replace(/^ *```[\s\S]*?```/gm, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  return [
    ...blocks.map((code) => ({ code: code.trim(), isBlock: true })),
    ...spans.map((span) => ({ code: span.replace(/\s+/g, ' '), isBlock: false })),
  ].flatMap(({ code, isBlock }) =>
    [...code.matchAll(LINE)].map(({ groups }) => ({
      page,
      line: groups?.line?.trim() ?? '',
      isNamed: !isBlock && code.startsWith('ops '),
    })),
  );
};

/** A placeholder or a quoted text is one word. */
const wordsOf = (line: string) =>
  line
    .replace(/<[a-z][^>]*>|'[^']*'|"[^"]*"/g, 'x')
    .replace(/ < .*$/, '')
    .replaceAll(/[[\]]/g, '')
    .split(/ +/);

/** The command that a line begins with, and the words after it. */
function commandOf(program: Command, line: string): { command: Command; words: string[]; unknown?: string } {
  const words = wordsOf(line);
  let command = program;
  while (command.commands.length > 0 && words.length > 0) {
    const next = command.commands.find((one) => one.name() === words[0]);
    if (next === undefined) return { command, words, unknown: words[0] ?? '' };
    command = next;
    words.shift();
  }
  return { command, words };
}

/** Why `ops` would not take a line; null when it would. */
function faultOf(program: Command, { line, isNamed }: Given): string | null {
  const { command, words, unknown } = commandOf(program, line);
  if (unknown !== undefined) return `no command ${unknown}`;
  const options = [...command.options, ...program.options];
  const needed = command.options.filter(({ mandatory }) => mandatory).map(({ long }) => long ?? '');
  const taken = command.registeredArguments;
  const values: string[] = [];
  const given: string[] = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [name = '', value] = word.split('=');
    const option = options.find(({ long }) => long === name);
    if (!word.startsWith('--')) values.push(word);
    else if (option === undefined) return `no option ${name}`;
    else if (option.required && value === undefined && words.shift() === undefined && !isNamed)
      return `no value of ${name}`;
    given.push(name);
  }
  if (values.length > taken.length && !taken.some(({ variadic }) => variadic)) return 'too many words';
  if (isNamed) return null;
  if (command.commands.length > 0 || values.length < taken.filter(({ required }) => required).length)
    return 'too few words';
  const missing = needed.filter((name) => !given.includes(name));
  return missing.length > 0 ? `no ${missing.join(', ')}` : null;
}

describe('an operator copies a command from the documents, and it is refused', () => {
  const given = PAGES.flatMap(givenIn);
  let program: Command;
  beforeAll(async () => {
    program = await buildProgram({ out: () => undefined, err: () => undefined });
  });

  test('every command has what it needs, and nothing that it does not know', () => {
    expect(given.length).toBeGreaterThan(150);
    const faults = given.flatMap((each) => {
      const fault = faultOf(program, each);
      return fault === null ? [] : [`${each.page}: ${each.line}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  test.each([
    ['provider close --provider vtpass', 'no --reason'],
    ['provider close --provider vtpass --why x', 'no option --why'],
    ['provider shut', 'no command shut'],
    ['purchase show', 'too few words'],
    ['purchase show x y', 'too many words'],
    ['provider close --reason', 'no value of --reason'],
  ])('%s: %s', (line, fault) => {
    expect(faultOf(program, { page: '', line, isNamed: false })).toBe(fault);
  });
});
