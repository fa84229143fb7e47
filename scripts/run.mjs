// run.mjs <script> [arguments]: prepares the clone, then becomes <script>, in this very process, so that signals reach it directly.
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
