/**
 * Follows the changes of some accounts with long polls, as clients do, until `stop`. That resolves with how many
 * changes were read, and rejects with what a reader met.
 */
export function followChanges(port: number, apiKeys: readonly string[]): { stop(): Promise<number> } {
  const over = new AbortController();
  let read = 0;
  const follow = async (apiKey: string): Promise<void> => {
    for (let after = 'now'; !over.signal.aborted; ) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/transactions/changes?after=${after}&limit=100&wait=20`, {
        headers: { authorization: `Bearer ${apiKey}` },
        signal: over.signal,
      });
      if (!answer.ok) throw new Error(`a reader of changes got HTTP ${answer.status}: ${await answer.text()}`);
      const { data, next_cursor } = (await answer.json()) as { data: unknown[]; next_cursor: string };
      read += data.length;
      after = next_cursor;
    }
  };
  const reading = Promise.all(apiKeys.map(follow)).catch((error: unknown) => (over.signal.aborted ? null : error));
  return {
    async stop() {
      over.abort();
      const met = await reading;
      if (met instanceof Error) throw met;
      return read;
    },
  };
}
