/**
 * One thing to look at: the id of a row, for the log the id of the request that caused it, and the lane in which it
 * waits for its turn.
 */
export type JobItem = { id: string; requestId?: string; lane?: string };

/**
 * Data of a job: one item, or several that were enqueued together, with their lanes beside them. Workers of the
 * version before read this form too, and decline an item that has a key more.
 */
export type JobData = JobItem | { hints: JobItem[]; lanes?: (string | null)[] };

/** Many items share a job, so that enqueueing under load stays cheap. */
const MAX_ITEMS = 16;

/** Packs items into jobs. A job with one item has its id, so that BullMQ drops a second job for the same row. */
export function packJobs(items: JobItem[]): { data: JobData; jobId?: string }[] {
  const chunks = Array.from({ length: Math.ceil(items.length / MAX_ITEMS) }, (_, i) =>
    items.slice(i * MAX_ITEMS, (i + 1) * MAX_ITEMS),
  );
  return chunks.map((chunk) => ({
    data: dataOf(chunk),
    ...(chunk[0] && chunk.length === 1 && { jobId: chunk[0].id }),
  }));
}

function dataOf(chunk: JobItem[]): JobData {
  const [first] = chunk;
  const hasLanes = chunk.some(({ lane }) => lane !== undefined);
  if (first && chunk.length === 1 && !hasLanes) return first;
  const hints = chunk.map(({ lane: _lane, ...hint }) => hint);
  return hasLanes ? { hints, lanes: chunk.map(({ lane }) => lane ?? null) } : { hints };
}

/** The items of a job, as they were enqueued. */
export function unpackJob(data: JobData): JobItem[] {
  if (!('hints' in data)) return [data];
  return data.hints.map((hint, place) => {
    const lane = data.lanes?.[place];
    return typeof lane === 'string' ? { ...hint, lane } : hint;
  });
}
