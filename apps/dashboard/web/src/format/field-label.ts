/** The label of a field: "meterType" → "Meter type", "balance_before" → "Balance before", "plan_id" → "Plan ID". */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
    .replaceAll(/\b(api|id|ip|pin|url|vat)\b/g, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "fund account …" → "Fund account …". */
export const sentenceCase = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
