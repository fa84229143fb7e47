/** How many hours a float lasts, to a tenth, rounded down; null when nothing burns it. An empty one lasts 0. */
export function hoursLeft(balanceKobo: bigint, burnKoboPerHour: bigint): number | null {
  if (burnKoboPerHour <= 0n) return null;
  return balanceKobo <= 0n ? 0 : Number((balanceKobo * 10n) / burnKoboPerHour) / 10;
}
