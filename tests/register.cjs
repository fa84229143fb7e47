// What is run outside Jest is TypeScript too, and compiled as it is loaded; the packages of the service itself are
// taken compiled, without the paths of tsconfig.json.
process.env.TS_NODE_PROJECT = require('node:path').resolve(__dirname, '../tsconfig.base.json');
require('esbuild-register');
