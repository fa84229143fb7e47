/**
 * The secrets that stand in this repository: those of docker-compose.yml, which only let it be tried, and the examples
 * in the documents. Those of the sandbox stand at their settings.
 */
const PUBLISHED = new Set([
  'ZGV2ZWxvcG1lbnQtb25seS0zMi1ieXRlLXNlY3JldCE=',
  'ZGV2ZWxvcG1lbnQtb25seS1mb3ItZGFzaGJvYXJkISE=',
  'development-only',
  'development-only-service',
  'development-only-dashboard',
  'development-only-ops',
  'password',
]);

/** Whether the text of a setting, or the password in it when it is a URL, is published with the source. */
export function isPublished(text: string): boolean {
  const [, password = text] = /^[a-z][a-z+]*:\/\/[^/@:]*:([^/@]*)@/i.exec(text) ?? [];
  return PUBLISHED.has(password);
}
