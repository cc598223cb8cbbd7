import dayjs from 'dayjs';

function format(iso: string, pattern: string): string {
  const time = dayjs(iso);
  return time.isValid() ? time.format(pattern) : '';
}

/** A time of the wire as a date in the person's zone: '05 Mar 2026' (spec, section 9). '' if it is invalid. */
export const formatDate = (iso: string): string => format(iso, 'DD MMM YYYY');

/** The time of day: '08:05 PM' (spec, section 9). */
export const formatTime = (iso: string): string => format(iso, 'hh:mm A');

/** Date with time: '05 Mar 2026, 08:05 PM'. */
export const formatDateTime = (iso: string): string => format(iso, 'DD MMM YYYY, hh:mm A');

/** A day without its year: '05 Mar'; a day of the wire (`2026-03-05`) is the same day in every zone. */
export const formatDayAndMonth = (iso: string): string => format(iso, 'DD MMM');
