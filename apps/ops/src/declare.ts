import type { By } from '@topup/core/audit';
import { type Db, toWire } from '@topup/core/shared';
import { Argument, type Command as Commander, Option } from 'commander';
import { OnlyAsked, type Report } from './output';
import { Refusal } from './refusal';
import { type ActingAs, changeDatabase, readDatabase } from './with-database';

/** How a text becomes a value: by a function, which also gets the value of the same option before it, or as a word. */
type Reader<Value> = ((text: string, before?: never) => Value) | readonly Value[];

/**
 * An input of a command: an option by its flags, or an argument by its name in brackets. `Value`: its type; with
 * undefined, it may be absent.
 */
export type Taken<Flags extends string = string, Value = unknown> = {
  flags: Flags;
  help: string;
  read?: Reader<Value> | undefined;
  usual?: Value;
  needed?: true;
};

type ValueOf<Flags extends string> = Flags extends `${string}<${string}` ? string : boolean;

/** An option that may be given: its text, or what `read` makes of it; true, when its flags name no value. */
export function option<F extends string>(flags: F, help: string): Taken<F, ValueOf<F> | undefined>;
export function option<F extends string, const T>(flags: F, help: string, read: Reader<T>): Taken<F, T | undefined>;
export function option<F extends string, const T>(
  flags: F,
  help: string,
  read: Reader<T>,
  usual: NoInfer<T>,
): Taken<F, T>;
export function option(flags: string, help: string, read?: Reader<unknown>, usual?: unknown): Taken {
  return { flags, help, read, usual };
}

/** An option that must be given, or an argument. */
export function needed<F extends string>(flags: F, help: string): Taken<F, string>;
export function needed<F extends string, const T>(flags: F, help: string, read: Reader<T>): Taken<F, T>;
export function needed(flags: string, help: string, read?: Reader<unknown>): Taken {
  return { flags, help, read, needed: true };
}

type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;

type NameOf<F extends string> = F extends `<${infer Name}>`
  ? Name
  : F extends `--${infer Name} ${string}`
    ? Camel<Name>
    : F extends `--${infer Name}`
      ? Camel<Name>
      : never;

type ValueIn<T> = T extends Taken<string, infer Value> ? Value : never;
type NameIn<T> = T extends Taken<infer Flags, unknown> ? NameOf<Flags> : never;
type Sure<T> = T extends unknown ? (undefined extends ValueIn<T> ? never : T) : never;

/** The values that a command is given, by name: `--dry-run` is `dryRun`. */
export type Given<T extends readonly Taken[]> = { [E in Sure<T[number]> as NameIn<E>]: ValueIn<E> } & {
  [E in Exclude<T[number], Sure<T[number]>> as NameIn<E>]?: Exclude<ValueIn<E>, undefined>;
};

/** Where a command writes besides its report. `asJson`: of --json. `note` writes a line to standard error. */
export type Output = { asJson: boolean; write(text: string): void; note(line: string): void };

export type Command = {
  name: string;
  help: string;
  takes: readonly Taken[];
  run(given: ActingAs, output: Output): Promise<Report | undefined>;
};

export type Group = { name: string; help: string; commands: readonly Command[] };

export const group = (name: string, help: string, commands: readonly Command[]): Group => ({ name, help, commands });

/** Any command. Its report is undefined when it has written all itself. */
export const command = <const T extends readonly Taken[]>(
  name: string,
  help: string,
  takes: T,
  run: (given: Given<T> & ActingAs, output: Output) => Promise<Report | undefined>,
): Command => ({ name, help, takes, run: (given, output) => run(given as Given<T> & ActingAs, output) });

export const reads = <const T extends readonly Taken[]>(
  name: string,
  help: string,
  takes: T,
  read: (db: Db, given: Given<T>) => Promise<Report>,
): Command => ({ name, help, takes, run: ({ as: _, ...given }) => readDatabase((db) => read(db, given as Given<T>)) });

/** A command that changes the database, and is recorded. */
export const changes = <const T extends readonly Taken[]>(
  name: string,
  help: string,
  takes: T,
  change: (db: Db, by: By, given: Given<T>) => Promise<Report>,
): Command => ({
  name,
  help,
  takes,
  run: ({ as, ...given }) => changeDatabase({ as }, (db, by) => change(db, by, given as Given<T>)),
});

export function declare(parent: Commander, declared: Command | Group): void {
  const made = parent.command(declared.name).description(declared.help);
  if ('commands' in declared) {
    for (const each of declared.commands) declare(made, each);
    return;
  }
  const [options, words] = [declared.takes.filter(isOption), declared.takes.filter((each) => !isOption(each))];
  for (const { flags, help, read, usual, needed = false } of options)
    made.addOption(reading(new Option(flags, help).default(usual).makeOptionMandatory(needed), read));
  for (const { flags, help, read } of words) made.addArgument(reading(new Argument(flags, help), read));
  made.action(async (...given: unknown[]) => {
    const { json: asJson = false, as } = made.optsWithGlobals();
    const named = Object.fromEntries(words.map(({ flags }, i) => [flags.slice(1, -1), given[i]]));
    await report(declared, { ...named, ...made.opts(), ...(as !== undefined && { as }) }, toOutput(made, asJson));
  });
}

const isOption = ({ flags }: Taken): boolean => flags.startsWith('--');

type Input = { argParser(read: (text: string) => unknown): unknown; choices(words: string[]): unknown };

function reading<T extends Input>(input: T, read: Taken['read']): T {
  if (typeof read === 'function') input.argParser(read);
  else if (read !== undefined) input.choices(read.map(String));
  return input;
}

function toOutput(made: Commander, asJson: boolean): Output {
  const { writeOut, writeErr } = made.configureOutput();
  return { asJson, write: (text) => writeOut?.(text), note: (line) => writeErr?.(`${line}\n`) };
}

/** Runs a command, and prints its report as one line of JSON or as text. A problem then fails the command. */
async function report({ run }: Command, given: ActingAs, output: Output): Promise<void> {
  const reported = await run(given, output);
  if (reported === undefined) return;
  const { json, text, problem, asked } = reported;
  output.write(`${output.asJson ? JSON.stringify(toWire(json)) : text}\n`);
  if (problem !== undefined) throw new Refusal(problem);
  if (asked) throw new OnlyAsked();
}
