import type { UsageDay } from '@adwarden/contract/usage';

/** The parts of a day's bar and the columns of the table, from the bottom up; colours are of tokens.css. */
export const series = [
  { name: 'ok', label: 'Sent (200)', color: 'var(--accent)' },
  { name: 'notModified', label: 'Not modified (304)', color: 'var(--chart-second)' },
  { name: 'wrongToken', label: 'Wrong token (401)', color: 'var(--danger)' },
] as const satisfies { name: keyof UsageDay; label: string; color: string }[];
