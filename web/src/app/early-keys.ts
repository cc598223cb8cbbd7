/*
 * What somebody types between the key that opens the palette and the moment when its field has the focus: the first time a
 * chunk is loaded in between. Without this, the letters would be lost, or would act on the page below.
 */

/** How long keys are kept at most, in milliseconds: then the page has them again, whatever went wrong. */
const longestMs = 8_000;

export type EarlyKeys = {
  /** What was typed until now. */
  text: () => string;
  /** Ends it; returns whether Enter was pressed last. */
  release: () => boolean;
};

/** Keeps the keys from now on. `onChange` is called with what was typed, `onEscape` when that was taken back. */
export function keepEarlyKeys(onChange: (text: string) => void, onEscape: () => void): EarlyKeys {
  let text = '';
  let isEntered = false;

  function onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isCommand = (ctrlKey || metaKey) && !altKey;
    if (isCommand || isEntered) return;
    if (key === 'Backspace') text = text.slice(0, -1);
    else if (key === 'Enter') isEntered = true;
    else if ([...key].length === 1) text += key;
    else if (key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key !== 'Escape') return onChange(text);
    release();
    onEscape();
  }

  function release(): boolean {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, true);
    return isEntered;
  }

  const timer = setTimeout(release, longestMs);
  window.addEventListener('keydown', onKey, true);
  return { text: () => text, release };
}
