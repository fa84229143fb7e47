import { openConnection } from '../../bench/load/connection';

/** `status` 0: the connection was lost. `ms`: from sending the request to the end of the answer. */
export type Answer = { status: number; ms: number };

/** One client of the API that costs this process almost nothing, because the service shares its two cores. */
export type Caller = {
  post(path: string, body: object): Promise<Answer>;
  /** How many calls have no answer yet. */
  waiting(): number;
  /** How many have one. */
  answered(): number;
  /** Resets all connections. Calls that are open end with status 0. */
  close(): void;
};

/** A caller of the api at `url` that keeps its connections and uses each for one request at a time. */
export function createCaller(url: string, apiKey: string): Caller {
  const { host, port } = new URL(url);
  const head = [`Host: ${host}`, `Authorization: Bearer ${apiKey}`, 'Content-Type: application/json'].join('\r\n');
  const free: Line[] = [];
  const open = new Set<Line>();
  let answered = 0;

  function newLine(): Line {
    const line: Line = {
      ended: () => undefined,
      connection: openConnection(Number(port), {
        answer: (status) => {
          free.push(line);
          answered += 1;
          line.ended(status);
        },
        lost: () => forget(line),
      }),
    };
    open.add(line);
    return line;
  }

  function forget(line: Line): void {
    open.delete(line);
    const at = free.indexOf(line);
    if (at >= 0) free.splice(at, 1);
    line.ended(0);
  }

  return {
    post: (path, body) =>
      new Promise((resolve) => {
        const text = JSON.stringify(body);
        const line = free.pop() ?? newLine();
        const sentAt = performance.now();
        line.ended = (status) => resolve({ status, ms: performance.now() - sentAt });
        line.connection.send(
          `POST ${path} HTTP/1.1\r\n${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
        );
      }),
    waiting: () => open.size - free.length,
    answered: () => answered,
    close: () => {
      for (const line of [...open]) {
        line.connection.close();
        forget(line);
      }
    },
  };
}

type Line = { connection: ReturnType<typeof openConnection>; ended(status: number): void };
