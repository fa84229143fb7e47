// run.mjs <script> [arguments]: prepares the clone, then becomes <script>, in this very process. With the `exec` in package.json that makes it npm's own
// child: a signal to npm reaches it, where a shell in between would die of it and leave the service running.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

try {
  await prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const [node, , script, ...args] = process.argv;
const target = path.resolve(root, script);
process.argv = [node, target, ...args];
await import(pathToFileURL(target).href);
