import { setFlagsFromString } from 'node:v8';
import { COMPILE_QUICKLY } from '../service/compile-quickly';

// Every test file that uses the database compiles Prisma's queries (WebAssembly) anew: 1 s of CPU with optimisation, which none lives long enough to gain from.
setFlagsFromString(COMPILE_QUICKLY);
