import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { environment } from './environment';

/** The path of a program on the PATH; undefined when there is none. */
export function onThePath(program: string): string | undefined {
  return (environment.PATH ?? '')
    .split(path.delimiter)
    .map((directory) => path.join(directory, program))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A suite that needs something on the machine. Without it the suite is skipped, and its title says why. */
export function describeIf(condition: boolean, name: string, reason: string, suite: () => void): void {
  if (condition) describe(name, suite);
  else describe.skip(`${name} (skipped: ${reason})`, suite);
}
