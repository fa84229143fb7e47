import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { guard } from '@topup/embedded';
import { ROOT } from '../../pages';
import type { Program } from './programs';

/** An order in the book of a shop. */
export type Sale = { reference: string; phone: string; amount: string; state: string };

/** A shop with a book of its own, whose process may be killed and started again. */
export type Shop = {
  /** Starts its process. Fulfilled when it has found out what became of the orders that its book has open. */
  start(): Promise<void>;
  /** Fulfilled when it has sold or not, or was killed. @throws when it ended otherwise */
  sell(phone: string, amount: string): Promise<void>;
  kill(): Promise<void>;
  /** Ends it after the last order, when its book is decided. @throws with its errors when it fails */
  close(): Promise<void>;
  book(): Sale[];
};

/** @param follows whether a second process notes the changes in the same book */
export function createShop(program: Program, settings: Record<string, string>, follows: boolean): Shop {
  const env = { PATH: process.env.PATH, ...program.env, ...settings };
  const run = (...args: string[]) => begin(program.command, args, env);
  let shop: Running | undefined;
  let follower: Running | undefined;
  const running = () => {
    if (shop === undefined) throw new Error('the shop was not started');
    return shop;
  };
  return {
    async start() {
      if (follows) follower = run(program.example, 'follow');
      shop = run(program.driver);
      await shop.until('ready');
    },
    async sell(phone, amount) {
      running().child.stdin?.write(`${phone} ${amount}\n`);
      await running().until('done');
    },
    async kill() {
      await Promise.all([shop?.kill(), follower?.kill()]);
    },
    async close() {
      running().child.stdin?.end();
      await running().ended();
      await follower?.kill();
    },
    book: () =>
      JSON.parse(execFileSync(program.command, [program.driver, 'book'], { cwd: ROOT, env, encoding: 'utf8' })),
  };
}

type Running = {
  child: ChildProcess;
  /** Fulfilled when it prints this line, or was killed. */
  until(line: string): Promise<void>;
  kill(): Promise<void>;
  /** @throws when it failed */
  ended(): Promise<void>;
};

function begin(command: string, args: string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const watch = child.pid === undefined ? undefined : guard(child.pid, 'SIGKILL');
  const exited = once(child, 'exit').finally(() => watch?.release());
  let killed = false;
  let errors = '';
  child.stderr.on('data', (text) => (errors = `${errors}${text}`.slice(-2_000)));
  child.stdin.on('error', () => undefined); // the end of the process says why
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const failed = (how: unknown) => new Error(`${command} ${args.join(' ')} ended with ${how}: ${errors}`);
  return {
    child,
    async until(line) {
      for (let next = await lines.next(); next.value !== line; next = await lines.next())
        if (next.done) {
          if (killed) return;
          throw failed((await exited)[0]);
        }
    },
    async kill() {
      killed ||= child.exitCode === null; // a crash stays a crash
      child.kill('SIGKILL');
      await exited;
    },
    async ended() {
      const [code] = await exited;
      if (code !== 0) throw failed(code);
    },
  };
}
