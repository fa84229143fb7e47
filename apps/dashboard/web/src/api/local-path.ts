/** A path of this site, or undefined: a link must not lead to another site after signing in. */
export function localPath(path: unknown): string | undefined {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined;
}
