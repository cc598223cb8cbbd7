import dayjs from 'dayjs';

/* How people see dates and times, everywhere (spec, section 9): of the wire or in epoch milliseconds, in their zone. */

/** A time of the wire in ISO 8601, or epoch milliseconds. */
type Moment = string | number;

const date = 'DD MMM YYYY';
const clock = 'hh:mm A';

function format(at: Moment, pattern: string): string {
  const time = dayjs(at);
  return time.isValid() ? time.format(pattern) : '';
}

/** A date: '05 Mar 2026'. '' if it is invalid. */
export const formatDate = (at: Moment): string => format(at, date);

/** The time of day: '08:05 PM'. */
export const formatTime = (at: Moment): string => format(at, clock);

/** Date with time: '05 Mar 2026, 08:05 PM'. */
export const formatDateTime = (at: Moment): string => format(at, `${date}, ${clock}`);

/** A day without its year: '05 Mar'; a day of the wire (`2026-03-05`) is the same day in every zone. */
export const formatDayAndMonth = (at: Moment): string => format(at, 'DD MMM');

/** A text of the server with the times in it (ISO 8601 in UTC) as dates with times. */
export const withLocalTimes = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, formatDateTime);

/** Which zone all these times are in: 'Times in Asia/Kolkata'. */
export const timesInZone = (): string =>
  `Times in ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`;
