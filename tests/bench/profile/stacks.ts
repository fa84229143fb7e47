/** What V8's profiler returns. Times are in microseconds. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
};

/** One function in one file, as it was called by its parent. Times are shares of all CPU of the process. */
export type Frame = { name: string; file: string; self: number; total: number; children: Map<string, Frame> };

const IDLE = '(idle)';

const newFrame = (name: string, file: string): Frame => ({ name, file, self: 0, total: 0, children: new Map() });

/** All samples as one tree: functions of one name and file are merged, and idle time is left out. */
export function mergeStacks({ nodes, samples, timeDeltas }: CpuProfile, root: string): Frame {
  const selfTimes = new Map<number, number>();
  for (const [i, id] of samples.entries())
    selfTimes.set(id, (selfTimes.get(id) ?? 0) + Math.max(0, timeDeltas[i] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const idle = nodes.filter(({ callFrame }) => callFrame.functionName === IDLE);
  const all = sum([...selfTimes.values()]) - sum(idle.map(({ id }) => selfTimes.get(id) ?? 0));
  const top = newFrame('all', '');

  function add(id: number, into: Frame): number {
    const node = byId.get(id);
    if (node === undefined || node.callFrame.functionName === IDLE) return 0;
    const [name, file] = [node.callFrame.functionName || '(anonymous)', fileOf(node.callFrame.url, root)];
    const key = `${name} ${file}`;
    const frame = into.children.get(key) ?? newFrame(name, file);
    into.children.set(key, frame);
    const self = (selfTimes.get(id) ?? 0) / all;
    const total = self + sum((node.children ?? []).map((child) => add(child, frame)));
    frame.self += self;
    frame.total += total;
    return total;
  }

  const [first] = nodes; // V8's own root
  for (const child of first?.children ?? []) top.total += add(child, top);
  return top;
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** `core/purchase/x.js`, `api/http/x.js`, `express/lib/x.js` or `node:net`: never a path of the machine. */
export function fileOf(url: string, root: string): string {
  if (url === '' || url.startsWith('node:')) return url;
  const path = decodeURI(url.replace(/^file:\/\//, ''));
  const installed = path.split('/node_modules/');
  if (installed.length > 1) return installed.at(-1) ?? '';
  if (!path.startsWith(`${root}/`)) return path.split('/').at(-1) ?? '';
  return path.slice(root.length + 1).replace(/^(apps|packages)\/([^/]+)\/(dist|src)\//, '$2/');
}

/** Calls `visit` with each frame that has CPU of its own, and its stack: itself first, then its callers. */
export function eachStack(frame: Frame, visit: (self: number, stack: readonly Frame[]) => void): void {
  const walk = (each: Frame, callers: readonly Frame[]) => {
    const stack = [each, ...callers];
    if (each.self > 0) visit(each.self, stack);
    for (const child of each.children.values()) walk(child, stack);
  };
  for (const child of frame.children.values()) walk(child, []);
}
