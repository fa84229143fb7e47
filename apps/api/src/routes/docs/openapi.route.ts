import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { buildOpenApi } from '../../openapi/build-openapi';

/**
 * GET /openapi.json: the OpenAPI document, built once. Anybody may read and keep it; it only changes with the program.
 */
export function openApi(): RequestHandler {
  const text = JSON.stringify(buildOpenApi());
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return (_request, response) => {
    response.type('application/json').set({ 'Cache-Control': 'public, max-age=300', ETag: etag }).send(text);
  };
}
