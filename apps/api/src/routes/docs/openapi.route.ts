import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { buildOpenApi } from '../../openapi/build-openapi';
import type { OpenApiDocument } from '../../openapi/document';
import { GUIDES } from './page';

/** GET /openapi.json: the OpenAPI document. */
export function openApi(): RequestHandler {
  return sendDocument(buildOpenApi());
}

/** GET /docs/reference.json: the same for the page, which shows the headings of the guides beside the endpoints. */
export function reference(): RequestHandler {
  const document = buildOpenApi();
  const description = `${document.info.description}\n\n${GUIDES}`;
  return sendDocument({ ...document, info: { ...document.info, description } });
}

/**
 * Anybody may read and keep a document: it is built once, and only changes with the program. Compressed it is a
 * fifteenth.
 */
function sendDocument(document: OpenApiDocument): RequestHandler {
  const text = JSON.stringify(document);
  const compressed = gzipSync(text);
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  return (request, response) => {
    response.type('application/json');
    response.set({ 'Cache-Control': 'public, max-age=300', ETag: etag, Vary: 'Accept-Encoding' });
    if (request.acceptsEncodings('gzip') === 'gzip') response.set('Content-Encoding', 'gzip').send(compressed);
    else response.send(text);
  };
}
