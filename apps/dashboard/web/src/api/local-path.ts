/** A place of these pages, never another site: what stands in a link must not lead away after signing in. */
export function localPath(path: unknown): string | undefined {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined;
}
