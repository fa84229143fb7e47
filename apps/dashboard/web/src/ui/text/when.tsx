import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { createContext, useContext } from 'react';
import { formatBriefClock, formatClock, formatRelativeTime, formatTime } from '../../format/time';
import { zoneShort } from '../../format/zone';
import { useNow } from './use-now';
import classes from './when.module.css';

/** Where a line is narrow: times without seconds, and without the year if it is the present one. */
export const BriefTimes = createContext(false);

/**
 * When something was or will be, and how long ago that is: "22 Nov 2026, 02:00:05 (3 min. ago)", in the zone of the
 * pages. The zone is shown on hover and touch, and read by screen readers.
 */
export function When({ at, never = 'never' }: { at: string | null; never?: string }) {
  const brief = useContext(BriefTimes);
  if (at === null)
    return (
      <Text component="span" inherit c="dimmed">
        {never}
      </Text>
    );
  return (
    <Tooltip label={formatTime(at)} events={{ hover: true, focus: false, touch: true }}>
      <time dateTime={at}>
        <span className={classes.exact}>
          {brief ? formatBriefClock(at) : formatClock(at)}
          <VisuallyHidden> {zoneShort(at)}</VisuallyHidden>
        </span>{' '}
        <Ago at={at} />
      </time>
    </Tooltip>
  );
}

/** "(3 min. ago)", beside the time itself. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <Text component="span" inherit c="dimmed" className={classes.ago}>
      ({formatRelativeTime(at, now)})
    </Text>
  );
}
