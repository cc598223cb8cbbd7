import { expect, type Page } from '@playwright/test';
import { readDocument } from './trace.ts';

/*
 * Jobs of a day's work, done as a person does them, with their steps counted (`docs/daily-work.md`). A step is a click, a
 * paste, one filled field however many letters, or Enter; a page load counts one.
 */

type Kind = 'load' | 'click' | 'fill' | 'paste' | 'drop' | 'key';

/** A step that the page has seen: `of` numbers its elements, `what` names the element for the message of a failed test. */
type Seen = { kind: Kind; of: number; what: string };

/** Returns the steps of a job: a click into a field that is then typed into, and all typing into it, are one. */
function stepsOf(seen: Seen[]): Seen[] {
  const steps: Seen[] = [];
  for (const now of seen) {
    const last = steps.at(-1);
    const sameField = last?.of === now.of && now.kind === 'fill';
    if (sameField && last.kind === 'click') last.kind = 'fill';
    else if (!(sameField && last.kind === 'fill')) steps.push({ ...now });
  }
  return steps;
}

/**
 * Reports a person's input in a page. It counts the browser's own events, so a script that presses a button counts nothing. A
 * job therefore may use Playwright's mouse and keyboard, `fill`, `selectOption` and `setInputFiles` only.
 */
function watchInput(isNew: boolean): void {
  const known = new WeakMap<EventTarget, number>();
  let elements = 0;
  const nameOf = (element: HTMLElement): string => {
    const label = (element as HTMLInputElement).labels?.[0];
    return element.ariaLabel ?? (label ?? element).textContent ?? '';
  };
  const tell = (kind: Kind, target: EventTarget): void => {
    if (!known.has(target)) known.set(target, ++elements);
    const what = target instanceof HTMLElement ? nameOf(target).trim().slice(0, 40) : '';
    const { stepSeen } = window as unknown as { stepSeen: (seen: Seen) => void };
    stepSeen({ kind, of: known.get(target) ?? 0, what });
  };
  const on = <N extends keyof WindowEventMap>(name: N, act: (event: WindowEventMap[N]) => void) =>
    window.addEventListener(name, act, { capture: true });
  const field = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"])';
  const isField = (target: EventTarget | null) =>
    target instanceof Element && target.matches(field);
  const moves = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'];
  let pressed: EventTarget = window;

  if (isNew) tell('load', window);
  const own = (kind: Kind) => (event: Event) => {
    if (event.isTrusted && event.target) tell(kind, event.target);
  };
  on('pointerdown', (event) => {
    pressed = event.target ?? window;
    own('click')(event);
  });
  on('paste', own('paste'));
  on('drop', own('drop'));
  on('input', (event) => {
    const isMoved = event instanceof InputEvent && /Paste|Drop/.test(event.inputType);
    if (isField(event.target) && !isMoved) own('fill')(event);
  });
  on('change', ({ target }) => {
    if (!(target instanceof Element)) return;
    // Playwright chooses options and files without events of the browser.
    if (target.matches('select')) tell('fill', target);
    // The press of the button before the hidden field belongs to the choice of the file.
    if (target.matches('[type="file"]')) tell('fill', pressed);
  });
  on('keydown', (event) => {
    const { repeat, key, ctrlKey, altKey, metaKey, target } = event;
    // A paste reports itself.
    const isPaste = (ctrlKey || metaKey) && key.toLowerCase() === 'v';
    if (repeat || isPaste || moves.includes(key)) return;
    const isCommand = (ctrlKey || altKey || metaKey) && !/^[acvxz]$/i.test(key);
    // All other keys within a field are part of filling it.
    if (key === 'Enter' || isCommand || !isField(target)) own('key')(event);
  });
}

/** Reads a row of `docs/daily-work.md`. */
function rowOf(job: string): { steps: number; goal: number } {
  for (const line of readDocument('docs/daily-work.md').split('\n')) {
    const [, name, steps, goal] = line.split('|').map((cell) => cell.trim());
    if (name === job) return { steps: Number(steps), goal: Number(goal) };
  }
  throw new Error(`docs/daily-work.md has no job “${job}”`);
}

/** Counts the steps on a page from now on. Returns a function that names those since then, such as `click Save`. */
export async function watchSteps(page: Page): Promise<() => Promise<string[]>> {
  const seen: Seen[] = [];
  await page.exposeFunction('stepSeen', (now: Seen) => void seen.push(now));
  await page.addInitScript(watchInput, true);
  await page.evaluate(watchInput, false);
  return async () => {
    // All reports of the page arrive before this answer.
    await page.evaluate(() => null);
    return stepsOf(seen).map(({ kind, what }) => `${kind} ${what}`);
  };
}

/**
 * Does a job on a page that is open already, and counts its steps. They must be as many as `docs/daily-work.md` says in the
 * row with this name, and at most its goal. `act` goes on by input only: an address that a test opens is a load, which
 * counts, and a call of the API is no step of a person.
 */
export async function countSteps(page: Page, job: string, act: () => Promise<void>): Promise<void> {
  const steps = await watchSteps(page);
  await act();
  const { steps: counted, goal } = rowOf(job);
  expect(await steps(), `the steps of “${job}”`).toHaveLength(counted);
  expect(counted, `the goal of “${job}”`).toBeLessThanOrEqual(goal);
}
