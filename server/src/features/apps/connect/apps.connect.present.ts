import type { Connection, SeenAnswer } from '@adwarden/contract/connections/connections';

/** A watch as it is stored. */
type Watch = { until: number; answeredAt: number | null; answer: string };

const seconds = (ms: number) => Math.max(0, Math.round(ms / 100) / 10);

/** Returns a watch as it is sent; undefined stands for an app that nobody watches. `now` is the database's time. */
export function presentConnection(
  appID: string,
  watch: Watch | undefined,
  now: number,
): Connection {
  if (!watch) return { appID, secondsLeft: 0, answer: null };
  const { until, answeredAt, answer } = watch;
  return {
    appID,
    secondsLeft: seconds(until - now),
    answer:
      answeredAt === null
        ? null
        : {
            secondsAgo: seconds(now - answeredAt),
            ...(JSON.parse(answer) as Omit<SeenAnswer, 'secondsAgo'>),
          },
  };
}
