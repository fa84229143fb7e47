/** A profile of V8's profiler. Times are in microseconds. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
};

/** One function in one file. */
export type Frame = { name: string; file: string };

const IDLE = '(idle)';

/**
 * The stacks that were on the CPU, each with its share of all CPU of the process: the running function first, then its
 * callers. Idle time is left out.
 */
export function stacksOf(
  { nodes, samples, timeDeltas }: CpuProfile,
  root: string,
): { share: number; stack: Frame[] }[] {
  const times = new Map<number, number>();
  for (const [i, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[i] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callerOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const busy = [...times].filter(([id]) => byId.get(id)?.callFrame.functionName !== IDLE);
  const all = busy.reduce((total, [, time]) => total + time, 0);
  return busy.map(([running, time]) => {
    const stack: Frame[] = [];
    // V8's own root is no function
    for (let id: number | undefined = running; id !== undefined && id !== nodes[0]?.id; id = callerOf.get(id)) {
      const { functionName = '', url = '' } = byId.get(id)?.callFrame ?? {};
      stack.push({ name: functionName, file: fileOf(url, root) });
    }
    return { share: time / all, stack };
  });
}

/** `core/purchase/x.js`, `api/http/x.js`, `express/lib/x.js` or `node:net`: never a path of the machine. */
export function fileOf(url: string, root: string): string {
  if (url === '' || url.startsWith('node:')) return url;
  const path = decodeURI(url.replace(/^file:\/\//, ''));
  const installed = path.split('/node_modules/');
  if (installed.length > 1) return installed.at(-1) ?? '';
  if (!path.startsWith(`${root}/`)) return path.split('/').at(-1) ?? '';
  return path.slice(root.length + 1).replace(/^(apps|packages)\/([^/]+)\/(dist|src)\//, '$2/');
}
