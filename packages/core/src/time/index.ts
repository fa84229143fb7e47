export { addDays, dayInLagos, daysOf, lagosMidnight, MOMENT_PATTERN, readMoment } from './lagos-time';
export { LAGOS, parseTimeZone } from './time-zone';
export { dayIn, spansUntil, startOfDay, type TimeSpan, timeIn } from './zoned-time';
