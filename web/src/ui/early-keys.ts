import { useLayoutEffect } from 'react';

/*
 * Somebody may type before the field of a new dialog, panel or palette has the focus: the dialog fades in, and its code is loaded
 * the first time. These keys are kept and typed into the field later. Without this they are lost, or act on the page below.
 */

/** Milliseconds after which the page gets its keys again, whatever went wrong. */
const longestMs = 8_000;

export type EarlyKeys = {
  /** Returns the text that was typed until now. */
  text: () => string;
  /** Ends it; returns whether Enter was pressed last. */
  release: () => boolean;
};

/**
 * Keeps the keys from now on. It calls `onChange` with the text that was typed, and `onEscape` after Escape, which ends it.
 * Without `onEscape`, the page gets the Escape.
 */
export function keepEarlyKeys(onChange: (text: string) => void, onEscape?: () => void): EarlyKeys {
  let text = '';
  let isEntered = false;

  function onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isCommand = (ctrlKey || metaKey) && !altKey;
    if (isCommand || isEntered) return;
    // The Enter that opened it may still be held down.
    const isHeld = event.repeat && key === 'Enter';
    if (isHeld) onChange(text);
    else if (key === 'Backspace') text = text.slice(0, -1);
    else if (key === 'Enter') isEntered = true;
    else if ([...key].length === 1) text += key;
    else if (key !== 'Escape') return;
    else if (!onEscape) return void release();
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key !== 'Escape') return onChange(text);
    release();
    onEscape?.();
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

/**
 * While a dialog or a panel opens, keeps the keys that are typed, and types them in its field when that has the focus. An
 * element that is no field gets none.
 */
export function useEarlyKeys(opened: boolean): void {
  // Before the browser can tell of another key.
  useLayoutEffect(() => (opened ? keepKeysForDialog() : undefined), [opened]);
}

function keepKeysForDialog(): () => void {
  const keys = keepEarlyKeys(() => {});
  function end(): void {
    document.removeEventListener('focusin', onFocus);
    keys.release();
  }
  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || !target.closest('[role="dialog"]')) return;
    end();
    if (isTextField(target)) typeInto(target, keys.text(), keys.release());
  }
  document.addEventListener('focusin', onFocus);
  return end;
}

const isTextField = (element: HTMLElement): element is HTMLInputElement =>
  element.matches('input:not([type="radio"], [type="checkbox"])');

function typeInto(field: HTMLInputElement, text: string, isEntered: boolean): void {
  // The caret of a filled field may be at its start; a field of numbers has none.
  if (field.selectionStart !== null)
    field.setSelectionRange(field.value.length, field.value.length);
  // As the browser types it: the page hears of it, and Undo takes it back.
  if (text !== '') document.execCommand('insertText', false, text);
  // The page has the text with the next render.
  if (isEntered) setTimeout(() => enter(field));
}

/** Does what Enter does in a field. */
function enter(field: HTMLInputElement): void {
  const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  if (field.dispatchEvent(key)) field.form?.requestSubmit();
}
