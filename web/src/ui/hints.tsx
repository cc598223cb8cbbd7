import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { hintDelay } from '../lib/delays.ts';

type Hint = { target: HTMLElement; text: string };

/** The hint of what is pointed at: `data-hint`; with `data-hint-if-cut` only when its text does not fit. */
function hintOf(from: EventTarget | null): Hint | null {
  const target = from instanceof Element ? from.closest<HTMLElement>('[data-hint]') : null;
  const text = target?.dataset.hint;
  if (!target || !text) return null;
  const fits = target.scrollWidth <= target.clientWidth;
  return 'hintIfCut' in target.dataset && fits ? null : { target, text };
}

/**
 * The tooltips of everything that has a `data-hint`, once for the whole page: a table has hundreds of
 * such things, and a component for each would be most of what a new page of rows costs. What a hint
 * says, the element's name or text must say too.
 */
export function Hints() {
  const [hint, setHint] = useState<Hint | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pointed: HTMLElement | null = null;
    function aim(next: Hint | null) {
      if (next?.target === (pointed ?? undefined)) return;
      clearTimeout(timer);
      pointed = next?.target ?? null;
      setHint(null);
      if (next) timer = setTimeout(() => setHint(next), hintDelay);
    }
    const hide = () => {
      clearTimeout(timer);
      setHint(null);
    };
    const onPointer = ({ target, pointerType }: PointerEvent) =>
      aim(pointerType === 'touch' ? null : hintOf(target));
    const onFocus = ({ target }: FocusEvent) => {
      // A click focuses too, and has just hidden the hint.
      if (target instanceof Element && target.matches(':focus-visible')) aim(hintOf(target));
    };
    const ends = ['pointerdown', 'keydown', 'scroll'] as const;
    document.addEventListener('pointerover', onPointer, { passive: true });
    document.addEventListener('focusin', onFocus);
    for (const end of ends) document.addEventListener(end, hide, { capture: true, passive: true });
    return () => {
      hide();
      document.removeEventListener('pointerover', onPointer);
      document.removeEventListener('focusin', onFocus);
      for (const end of ends) document.removeEventListener(end, hide, { capture: true });
    };
  }, []);

  if (!hint) return null;
  return (
    <Tooltip
      opened
      target={hint.target}
      label={<bdi>{hint.text}</bdi>}
      multiline
      maw={360}
      style={{ overflowWrap: 'anywhere' }}
    />
  );
}
