// Adds the provider of the test to a program that is started with `--require` of this file.
process.env.TS_NODE_PROJECT = require('node:path').resolve(__dirname, '../../../tsconfig.base.json');
require('esbuild-register/dist/node').register({ extensions: ['.ts'] });
require('./fourth.ts');
