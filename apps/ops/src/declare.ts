import type { By } from '@topup/core/audit';
import { type Db, toWire } from '@topup/core/shared';
import { Argument, type Command as Commander, Option } from 'commander';
import { OnlyAsked, type Report } from './output';
import { Refusal } from './refusal';
import { type ActingAs, changeDatabase, withDatabase } from './with-database';

/**
 * An input of a command: an option by its flags, or an argument by its name in brackets. `Value`: its type; with
 * undefined, it may be absent.
 */
export type Taken<Flags extends string = string, Value = unknown> = {
  flags: Flags;
  help: string;
  read?(text: string, before?: Value): Value;
  usual?: Value;
  choices?: readonly string[];
  needed?: true;
};

type ValueOf<Flags extends string> = Flags extends `${string}<${string}` ? string : boolean;

/** An option that may be given: its text, or what `read` makes of it; true, when its flags name no value. */
export function option<F extends string>(flags: F, help: string): Taken<F, ValueOf<F> | undefined>;
export function option<F extends string, T>(
  flags: F,
  help: string,
  read: (text: string, before?: T) => T,
): Taken<F, T | undefined>;
export function option<F extends string, T>(flags: F, help: string, read: (text: string) => T, usual: T): Taken<F, T>;
export function option(flags: string, help: string, read?: Taken['read'], usual?: unknown): Taken {
  return { flags, help, ...(read && { read }), ...(usual !== undefined && { usual }) };
}

/** An option that must be given. */
export function needed<F extends string>(flags: F, help: string): Taken<F, string>;
export function needed<F extends string, T>(flags: F, help: string, read: (text: string) => T): Taken<F, T>;
export function needed(flags: string, help: string, read?: (text: string) => unknown): Taken {
  return { flags, help, ...(read && { read }), needed: true };
}

/** An option that is one of a few words. */
export function choice<F extends string, const T extends string>(
  flags: F,
  help: string,
  choices: readonly T[],
): Taken<F, T | undefined>;
export function choice<F extends string, const T extends string>(
  flags: F,
  help: string,
  choices: readonly T[],
  usual: T,
): Taken<F, T>;
export function choice(flags: string, help: string, choices: readonly string[], usual?: string): Taken {
  return { flags, help, choices, ...(usual !== undefined && { usual }) };
}

/** The same of one that must be given. */
export const neededChoice = <F extends string, const T extends string>(
  flags: F,
  help: string,
  choices: readonly T[],
): Taken<F, T> => ({ flags, help, choices, needed: true });

/** An argument: a word without a name of its own. */
export const argument = <F extends string, T = string>(
  flags: F,
  help: string,
  read?: (text: string) => T,
): Taken<F, T> => ({ flags, help, ...(read && { read }), needed: true });

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

/** A command under its name. */
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

/** A command that reads the database. `prepare` judges what it was given, before the database is opened. */
export const reads = <const T extends readonly Taken[]>(
  name: string,
  help: string,
  takes: T,
  prepare: (given: Given<T>) => (db: Db) => Promise<Report>,
): Command => ({ name, help, takes, run: async ({ as: _, ...given }) => withDatabase(prepare(given as Given<T>)) });

/** The same of a command that changes it, and is recorded. */
export const changes = <const T extends readonly Taken[]>(
  name: string,
  help: string,
  takes: T,
  prepare: (given: Given<T>) => ((db: Db, by: By) => Promise<Report>) | Promise<(db: Db, by: By) => Promise<Report>>,
): Command => ({
  name,
  help,
  takes,
  run: async ({ as, ...given }) => changeDatabase({ as }, await prepare(given as Given<T>)),
});

/** Adds a command or a group to the program. */
export function declare(parent: Commander, declared: Command | Group): void {
  const made = parent.command(declared.name).description(declared.help);
  if ('commands' in declared) {
    for (const each of declared.commands) declare(made, each);
    return;
  }
  const [options, words] = [declared.takes.filter(isOption), declared.takes.filter((each) => !isOption(each))];
  for (const each of options) made.addOption(toOption(each));
  for (const { flags, help, read } of words) {
    const argument = new Argument(flags, help);
    made.addArgument(read === undefined ? argument : argument.argParser(read));
  }
  made.action(async (...given: unknown[]) => {
    const { json: asJson = false, as } = made.optsWithGlobals();
    const named = Object.fromEntries(words.map(({ flags }, i) => [flags.slice(1, -1), given[i]]));
    await report(declared, { ...named, ...made.opts(), ...(as !== undefined && { as }) }, toOutput(made, asJson));
  });
}

const isOption = ({ flags }: Taken): boolean => flags.startsWith('--');

function toOption({ flags, help, read, usual, choices, needed }: Taken): Option {
  const option = new Option(flags, help);
  if (choices !== undefined) option.choices(choices);
  if (read !== undefined) option.argParser(read);
  if (usual !== undefined) option.default(usual);
  return option.makeOptionMandatory(needed === true);
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
