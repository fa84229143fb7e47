import { type ChildProcess, spawn } from 'node:child_process';

// A shell, because it must outlive this process: its standard input ends when this process ends, in whatever way.
const SCRIPT = `
while read -r how of; do signal=$how pid=$of; done
if [ -n "$pid" ]; then
  kill -s "$signal" "$pid" 2>/dev/null
  patience=600
  while [ $patience -gt 0 ] && kill -0 "$pid" 2>/dev/null; do sleep 0.05; patience=$((patience - 1)); done
  kill -s KILL "$pid" 2>/dev/null
fi
rm -rf -- "$1"
`;

export type Caretaker = {
  /** From now on this program uses the directory. `signal` ends it, and after 30 s SIGKILL. */
  watch(program: ChildProcess, signal: 'TERM' | 'QUIT'): void;
  /** Ends the program and removes the directory, as happens when this process dies. */
  finish(): Promise<void>;
};

/** Takes care that a directory, and the program that uses it, do not outlive this process, also after a SIGKILL. */
export function appointCaretaker(directory: string): Caretaker {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'caretaker', directory], {
    cwd: '/',
    detached: true, // a Ctrl-C on the terminal must not end it
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const done = new Promise<void>((resolve, reject) => shell.once('exit', () => resolve()).once('error', reject));
  let watched: ChildProcess | undefined;
  const tell = (line: string) => void shell.stdin.write(`${line}\n`);
  return {
    watch(program, signal) {
      watched = program;
      tell(`${signal} ${program.pid}`);
      // its id can be given to another program
      program.once('exit', () => {
        if (watched === program) tell('');
      });
    },
    finish: () => {
      shell.stdin.end();
      return done;
    },
  };
}
