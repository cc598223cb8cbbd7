import { expect, it } from 'vitest';
import { bootName, createAdsTime, type KeptDifference } from './ads.time.ts';

/** Builds a process whose machine's clock is a year ahead; `run` is the time since the machine's boot. */
function build(boot = 'this boot') {
  const clock = { machine: 31_536_000_000, run: 1_000 };
  const time = createAdsTime({ clock: () => clock.machine, runClock: () => clock.run, boot });
  return { clock, time };
}

it('nothing ends before the first word of the office', () => {
  const { clock, time } = build();
  expect([time.isKnown, time.ends(), time.now()]).toEqual([false, 0, clock.machine]);
  time.hear({ now: 5_000, held: null });
  expect([time.isKnown, time.ends(), time.now()]).toEqual([true, 5_000, 5_000]);
});

it('goes on by what has really passed, whatever is done to the clock of the machine', () => {
  const { clock, time } = build();
  time.hear({ now: 5_000, held: null });
  clock.run += 250.4;
  clock.machine = 7;
  expect([time.ends(), time.now()]).toEqual([5_250.4, 5_250]);
});

it('stands still for ends while the office doubts its clock, and counts on', () => {
  const { clock, time } = build();
  time.hear({ now: 5_000, held: 4_900 });
  clock.run += 500;
  expect([time.ends(), time.now()]).toEqual([4_900, 5_500]);
  expect(time.kept()).toBeNull();
  time.hear({ now: 9_000, held: null });
  expect([time.ends(), time.now()]).toEqual([9_000, 9_000]);
});

it('does not go back for a word that came late, but for a clock that was set', () => {
  const { clock, time } = build();
  time.hear({ now: 50_000, held: null });
  clock.run += 500;
  time.hear({ now: 50_200, held: null });
  expect(time.now()).toBe(50_500);
  clock.run += 500;
  time.hear({ now: 10_000, held: null });
  expect(time.now()).toBe(10_000);
});

it('is known to the next process of the same boot only', () => {
  const { clock, time } = build();
  expect(time.kept()).toBeNull();
  time.hear({ now: 60_000, held: null });
  const kept = time.kept() as KeptDifference;
  const known = (boot: string) => {
    const next = createAdsTime({ clock: () => 0, runClock: () => clock.run + 5_000, boot });
    next.resume(kept);
    return next.isKnown ? next.now() : null;
  };
  expect(known('this boot')).toBe(65_000);
  expect(known('another boot')).toBeNull();
  expect(known('')).toBeNull();
  const nameless = build('').time;
  nameless.hear({ now: 60_000, held: null });
  expect(nameless.kept()).toBeNull();
  nameless.resume(undefined);
  nameless.resume({ boot: '', difference: 1 });
});

it('has a name for each boot of Linux', () => {
  if (process.platform === 'linux') expect(bootName()).toMatch(/^[0-9a-f-]{36}$/);
  else expect(bootName()).toBe('');
});
