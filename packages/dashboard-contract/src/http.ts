/**
 * One page of a list. `next` is the cursor of the next page, or null at the end; the cost does not grow with the depth.
 */
export type Page<Row> = { rows: Row[]; next: string | null };

/** The body of every answer that is not 2xx. `fields` names what is wrong with single inputs. */
export type Fault = { status: 'error'; code: string; message: string; fields?: Record<string, string> };
