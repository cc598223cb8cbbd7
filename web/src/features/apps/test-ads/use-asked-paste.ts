import { useEffect, useEffectEvent, useRef } from 'react';

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, [contenteditable]');

/** Whether a text is what a phone asks with: an address of the endpoint, or a token. */
const looksAsked = (text: string): boolean =>
  /getAds|auth_?token|appID/i.test(text) || /^\s*[0-9A-Za-z]{32}\s*$/.test(text);

/**
 * Takes what a phone asked with wherever it is pasted, and tests it: into a field of the form, or while no field has the
 * focus. The ref is for the form.
 */
export function useAskedPaste(fill: (asked: string) => void) {
  const form = useRef<HTMLFormElement>(null);
  const take = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    const isHere = target instanceof Node && form.current?.contains(target);
    const text = clipboardData?.getData('text') ?? '';
    if ((!isHere && isField(target)) || !looksAsked(text)) return;
    event.preventDefault();
    fill(text.trim());
    // The form has the value when it is drawn.
    setTimeout(() => form.current?.requestSubmit());
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  return form;
}
