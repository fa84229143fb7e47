import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A name and its value; false: a line that is left out. */
export type Fact = readonly [name: string, value: ReactNode] | false;

/** Names and values, one per line; on a phone the value is below its name. */
export function Facts({ rows }: { rows: Fact[] }) {
  const shown = rows.filter((row) => row !== false);
  return (
    <dl className={classes.facts}>
      {shown.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
