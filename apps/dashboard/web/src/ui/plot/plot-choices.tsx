import type { Range } from '@topup/dashboard-contract';
import { Choice } from '../form/choice';

/** How the values of a range are shown. */
export type Form = 'plot' | 'table';

/** The time that the figures are of. */
export function RangeChoice({ value, onChange }: { value: Range; onChange(range: Range): void }) {
  const choices = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };
  return <Choice<Range> label="Range" value={value} onChange={onChange} choices={choices} />;
}

export function FormChoice({ value, onChange }: { value: Form; onChange(form: Form): void }) {
  return <Choice<Form> label="View as" value={value} onChange={onChange} choices={{ plot: 'Chart', table: 'Table' }} />;
}
