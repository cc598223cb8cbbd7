import { useEffect, useRef, useState } from 'react';
import { messageTime } from '../../lib/delays.ts';

/** For pages without the clipboard API (plain HTTP): copies a selection, inside the focus trap of an open dialog. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0;pointer-events:none';
  (before?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

/** Copies a text to the clipboard; returns whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

export type CopyOutcome = 'copied' | 'failed' | null;

/** Copies a text; `outcome` says for 3 s how it went. */
export function useCopy(): { outcome: CopyOutcome; copy: (text: string) => Promise<void> } {
  const [outcome, setOutcome] = useState<CopyOutcome>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(text: string): Promise<void> {
    const done = await copyText(text);
    clearTimeout(timer.current);
    setOutcome(done ? 'copied' : 'failed');
    timer.current = setTimeout(() => setOutcome(null), messageTime);
  }
  return { outcome, copy };
}

/** The words for an outcome (spec, section 2); '' while there is none. */
export function copyWords(outcome: CopyOutcome): string {
  if (outcome === null) return '';
  return outcome === 'copied' ? 'Copy Successfully' : 'Copying failed: select the text instead';
}
