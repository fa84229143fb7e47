/** The records that leave this room as they are: `toWire` writes them. Only other records are imported here. */

/**
 * One verification of the books. `sound` is null while it runs, and stays null when it could not finish: `fault` then
 * says why. `broken` are the ids of the checks that found violations.
 */
export type Verification = {
  id: string;
  startedAt: Date;
  finishedAt: Date | null;
  startedBy: string;
  sound: boolean | null;
  broken: string[];
  fault: string | null;
};
