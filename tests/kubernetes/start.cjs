require('../register.cjs');
require('./main.ts');
