import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { hintDelay } from '../lib/delays.ts';

type Hint = { target: HTMLElement; text: string };

/** The hint of an element: its `data-hint`; with `data-hint-if-cut` only if its text does not fit. */
function hintOf(from: EventTarget | null): Hint | null {
  const target = from instanceof Element ? from.closest<HTMLElement>('[data-hint]') : null;
  const text = target?.dataset.hint;
  if (!target || !text) return null;
  const fits = target.scrollWidth <= target.clientWidth;
  return 'hintIfCut' in target.dataset && fits ? null : { target, text };
}

/**
 * The tooltips of all elements with `data-hint`, in one component for the whole page: a table has hundreds of them, and
 * a component for each would be most of the cost of rendering its rows. The element's name or text must say the same.
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
      // A click also focuses, but it hides the hint.
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
