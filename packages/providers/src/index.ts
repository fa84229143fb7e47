export { createVtpass, type VtpassOptions } from './vtpass/vtpass.adapter';
