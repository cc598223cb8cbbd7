import { AppError } from '../../kit/app-error.ts';
import { type Clock, dayMs } from '../../kit/clock.ts';
import { growingCache } from '../../kit/growing-cache.ts';
import type { Logger } from '../../kit/logger.ts';

/*
 * Limits the questions to outside services about callers (ADR 27): in total, for one network and for one account. So nobody alone
 * can use up all questions, and tests do not use up those of phones.
 */

/** All limits. A share is a part of the questions that a service answers per day. */
const bounds = {
  /** Questions per day to ipinfo.io. Its Lite plan has no quota, so this only limits traffic. */
  ipinfoPerDay: 500_000,
  /** The largest share of the phones' questions that one network (IPv4 /24, IPv6 /48) may use per day. */
  networkShare: 1 / 20,
  /** The share that is reserved for tests, and the largest part of it that one account may use. */
  testsShare: 1 / 10,
  accountShare: 1 / 2,
  testsPerMinute: 10,
  keysCounted: 50_000,
};

const minuteMs = 60_000;

/** The questions about phones that a process may ask each service per day. */
export type LookupShares = { ipinfo: number; vpnapi: number };

/** Divides the phones' questions among the processes that answer ads; tests have a share of their own, in the office. */
export function lookupShares(vpnapiPerDay: number, processes: number): LookupShares {
  return {
    ipinfo: Math.ceil(bounds.ipinfoPerDay / processes),
    vpnapi: Math.ceil((vpnapiPerDay - testsOf(vpnapiPerDay)) / processes),
  };
}

/** Returns the number of tests per day. A test asks each service at most once. */
const testsOf = (vpnapiPerDay: number) => Math.ceil(vpnapiPerDay * bounds.testsShare);

/** The questions of one UTC day. */
export type DayBudget = {
  mayTake(key: string): boolean;
  take(key: string): void;
};

/**
 * Builds a budget of `total()` questions per day, of which one key may use at most the share `share`. `clock` is the wall clock;
 * `spent` is called when the last question of a day is used.
 */
function createDayBudget(
  { total, share, clock }: { total: () => number; share: number; clock: Clock },
  spent = () => {},
): DayBudget {
  const byKey = growingCache<number>(bounds.keysCounted);
  let day = 0;
  let taken = 0;
  let isSpent = false;

  function begin(): void {
    const today = Math.floor(clock() / dayMs);
    if (today === day) return;
    day = today;
    taken = 0;
    isSpent = false;
    byKey.clear();
  }

  return {
    mayTake(key) {
      begin();
      return taken < total() && (byKey.get(key) ?? 0) < Math.ceil(total() * share);
    },
    take(key) {
      begin();
      taken += 1;
      byKey.set(key, (byKey.get(key) ?? 0) + 1);
      if (taken < total() || isSpent) return;
      isSpent = true;
      spent();
    },
  };
}

/** Counts a test of an account that asks an outside service; AppError `too-many` when its limit is reached. */
export type TakeTest = (account: string) => void;

/** Builds the limits of tests: per minute and per day. */
function createTestBudget(perDay: number, clock: Clock): TakeTest {
  const day = createDayBudget({ total: () => perDay, share: bounds.accountShare, clock });
  const lately = growingCache<number[]>(bounds.keysCounted);

  return (account) => {
    const now = clock();
    const times = (lately.get(account) ?? []).filter(
      (time) => time <= now && now - time < minuteMs,
    );
    if (times.length >= bounds.testsPerMinute) {
      const retryAfter = Math.ceil(((times[0] ?? now) + minuteMs - now) / 1000);
      throw new AppError('too-many', `Too many tests by IP address; try again in ${retryAfter} s`, {
        retryAfter,
      });
    }
    if (!day.mayTake(account)) {
      const message =
        'No more tests of new IP addresses today; test by country and VPN, or try again tomorrow (UTC)';
      throw new AppError('too-many', message, {
        retryAfter: Math.ceil((dayMs - (now % dayMs)) / 1000),
      });
    }
    day.take(account);
    lately.set(account, [...times, now]);
  };
}

/** Builds the budgets of one process; it may ask vpnapi.io `vpnapiPerDay` times a day, tests included. */
export function createLookupBudgets(vpnapiPerDay: number, clock: Clock, logger: Logger) {
  let shares = lookupShares(vpnapiPerDay, 1);
  const ofPhones = (name: keyof LookupShares, service: string) => {
    const total = () => shares[name];
    return createDayBudget({ total, share: bounds.networkShare, clock }, () =>
      logger.warn(
        { service, total: total() },
        "the day's budget of lookups is used up: new callers stay unknown",
      ),
    );
  };
  return {
    ipinfo: ofPhones('ipinfo', 'ipinfo.io'),
    vpnapi: ofPhones('vpnapi', 'vpnapi.io'),
    takeTest: createTestBudget(testsOf(vpnapiPerDay), clock),
    /**
     * Sets the phones' questions for this process, as the office says. Before that, it has all that the plan leaves for phones.
     */
    use(next: LookupShares): void {
      shares = next;
    },
  };
}
