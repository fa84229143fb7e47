/** One thing to look at: the id of a row, and for the log the id of the request that caused it. */
export type JobItem = { id: string; requestId?: string };

/**
 * What a job carries: one item, or several that were enqueued together and cost the store what one does.
 * This form, with its name `hints`, is read by workers of the released version too, which run beside this one during an
 * upgrade. It must not change.
 */
export type JobData = JobItem | { hints: JobItem[] };

/**
 * A worker may take more items with a job than it can begin at once; those wait for it alone until a sweep finds them.
 */
const MAX_ITEMS = 16;

/** Packs items into jobs. A job with one item has its id, so that BullMQ drops a second job for the same row. */
export function packJobs(items: JobItem[]): { data: JobData; jobId?: string }[] {
  const chunks = Array.from({ length: Math.ceil(items.length / MAX_ITEMS) }, (_, i) =>
    items.slice(i * MAX_ITEMS, (i + 1) * MAX_ITEMS),
  );
  return chunks.map((chunk) =>
    chunk[0] && chunk.length === 1 ? { data: chunk[0], jobId: chunk[0].id } : { data: { hints: chunk } },
  );
}
