/** Sets an entry. Above `max` entries the one that was added first makes room; setting it again does not renew it. */
export function setBounded<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, max: number): void {
  entries.set(key, value);
  for (const oldest of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(oldest);
  }
}
