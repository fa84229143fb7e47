export * from './error-catalog';
export * from './refusal-catalog';
