/** `failing`: too many orders fail; `unknown_outcomes`: of too many the outcome is not known. */
export type Sickness = 'failing' | 'unknown_outcomes';

/** `half_open`: it may have recovered, so single orders are sent there as trials. */
export type Sick = { sickness: Sickness; state: 'open' | 'half_open' };

export const isSickness = (reason: string): reason is Sickness => reason === 'failing' || reason === 'unknown_outcomes';

/** The first that is open, which gets no trial; otherwise the first. */
export const worst = (sick: readonly Sick[]): Sick | null =>
  sick.find(({ state }) => state === 'open') ?? sick[0] ?? null;
