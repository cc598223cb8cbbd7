import dayjs from 'dayjs';

/*
 * Dates and times as people see them everywhere (spec, section 9), in their zone. They come from the API or as epoch
 * milliseconds.
 */

/** A time from the API in ISO 8601, or epoch milliseconds. */
type Moment = string | number;

const date = 'DD MMM YYYY';
const clock = 'hh:mm A';

function format(at: Moment, pattern: string): string {
  const time = dayjs(at);
  return time.isValid() ? time.format(pattern) : '';
}

/** Returns a date: '05 Mar 2026'. '' if it is invalid. */
export const formatDate = (at: Moment): string => format(at, date);

/** Returns the time of day: '08:05 PM'. */
export const formatTime = (at: Moment): string => format(at, clock);

/** Returns the date with the time: '05 Mar 2026, 08:05 PM'. */
export const formatDateTime = (at: Moment): string => format(at, `${date}, ${clock}`);

/** Returns a day without its year: '05 Mar'; a day from the API (`2026-03-05`) is the same day in every zone. */
export const formatDayAndMonth = (at: Moment): string => format(at, 'DD MMM');

/** Returns a text of the server with its times (ISO 8601 in UTC) as local dates with times. */
export const withLocalTimes = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, formatDateTime);

/** Says in which zone all these times are: 'Times in Asia/Kolkata'. */
export const timesInZone = (): string =>
  `Times in ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`;
