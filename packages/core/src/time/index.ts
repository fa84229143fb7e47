export { addDays, dayInLagos, daysOf, daysOfMonth, lagosMidnight, MOMENT_PATTERN, readMoment } from './lagos-time';
export { dayIn, LAGOS, parseTimeZone, spansUntil, startOfDay, type TimeSpan, timeIn } from './zoned-time';
