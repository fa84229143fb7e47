import type { Frame, stacksOf } from './stacks';

/** A step of a purchase, by the files that make it. */
type Step = { step: string; files: RegExp };

/** The first of a stack that matches, from the innermost function outwards, is the step. */
const STEPS: Record<'api' | 'worker', readonly Step[]> = {
  api: [
    { step: 'HTTP, sockets', files: /^router\// }, // each handler is called by the one before it
    { step: 'log', files: /^runtime\/log/ },
    { step: 'key', files: /^core\/api-key|^api\/http\/authenticated/ },
    { step: 'limits', files: /^runtime\/rate-limit|^runtime\/redis|^api\/http\/rate-limited/ },
    {
      step: 'body, fields',
      files: /^api\/http\/(json-body|parse-json|fields)|^raw-body|^body-parser|^zod|^api\/routes\/airtime/,
    },
    { step: 'accept', files: /^core\/purchase\/accept/ },
    { step: 'queue', files: /^runtime\/queues|^bullmq|^ioredis|^api\/queues/ },
    { step: 'wait', files: /^api\/wait/ },
    {
      step: 'answer',
      files: /^api\/http\/(purchase-response|error-answer)|^express\/lib\/response|^node:_http_outgoing/,
    },
    { step: 'metrics', files: /^prom-client|^api\/metrics|^runtime\/metrics/ },
  ],
  worker: [
    { step: 'log', files: /^runtime\/log/ },
    { step: 'provider call', files: /^providers\// },
    { step: 'settle', files: /^core\/purchase\/settle/ },
    { step: 'events', files: /^core\/webhook|^worker\/adapters|^worker\/sweep\/sweep-messages/ },
    { step: 'claim, quotas', files: /^core\/purchase\/send|^core\/flow\/(scheduler|fair-quota)/ },
    { step: 'queue', files: /^runtime\/queues|^bullmq|^ioredis|^worker\/(queues|jobs)/ },
    { step: 'metrics', files: /^prom-client|^worker\/metrics|^runtime\/metrics/ },
  ],
};

/** Where no step is on the stack: what the code below serves. */
const REST: readonly Step[] = [
  { step: 'database driver', files: /^pg\b|^pg-|^@prisma|^postgres|^core\/shared|^core\/generated/ },
  {
    step: 'HTTP, sockets',
    files:
      /^node:(_?http|net|internal\/stream|internal\/http|stream|internal\/js_stream)|^express|^router|^api\/http|^axios|^undici/,
  },
  { step: 'timers, promises', files: /^node:/ },
];

const NATIVE: Record<string, string> = { '(garbage collector)': 'garbage collection', '(program)': 'system calls, V8' };

/** The share of the process' CPU that each step has, largest first. */
export function stepShares(
  process: 'api' | 'worker',
  stacks: ReturnType<typeof stacksOf>,
): { step: string; share: number }[] {
  const shares = new Map<string, number>();
  for (const { share, stack } of stacks) {
    const step = stepOf(STEPS[process], stack) ?? NATIVE[stack[0]?.name ?? ''] ?? stepOf(REST, stack) ?? 'other';
    shares.set(step, (shares.get(step) ?? 0) + share);
  }
  return [...shares].map(([step, share]) => ({ step, share })).sort((a, b) => b.share - a.share);
}

function stepOf(steps: readonly Step[], stack: readonly Frame[]): string | undefined {
  for (const { file } of stack) {
    const found = file === '' ? undefined : steps.find(({ files }) => files.test(file));
    if (found !== undefined) return found.step;
  }
  return undefined;
}
