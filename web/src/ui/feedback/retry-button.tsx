import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { giveFocus, isFocusLost } from '../../lib/focus-place.ts';

type Props = Omit<ButtonProps, 'loading' | 'children'> & {
  onRetry: () => void;
  /** Whether a new try is running. */
  retrying?: boolean;
};

/** The element that has had the focus since a button was pressed and removed, until the answer comes. */
let waiting: HTMLElement | null = null;

/** Yields the elements around one, the nearest first. */
function* around(element: HTMLElement): Generator<HTMLElement> {
  for (let one = element.parentElement; one; one = one.parentElement) yield one;
}

/** Focuses the nearest of these elements that is still on the page, so that Tab goes on from there. */
function focusNearest(elements: readonly HTMLElement[]): void {
  const place = elements.find((one) => one.isConnected && one !== document.body);
  if (!place || !isFocusLost()) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  giveFocus({ element: place, row: null, opener: null });
  waiting = place;
}

/**
 * The button 'Try again'. It keeps the keyboard where it was pressed. During the try it is disabled or removed; afterwards
 * the content that took its place has the focus, or, if it failed again, the new button.
 */
export function RetryButton({ onRetry, retrying = false, ...look }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);

  useLayoutEffect(() => {
    const one = button.current;
    if (!one) return;
    const outer = [...around(one)];
    if (waiting && waiting === document.activeElement && waiting.contains(one)) one.focus();
    return () => {
      if (wasPressed.current || document.activeElement === one) {
        queueMicrotask(() => focusNearest(outer));
      }
    };
  }, []);

  // A disabled button has lost the focus.
  useEffect(() => {
    if (!retrying && wasPressed.current && isFocusLost()) button.current?.focus();
  }, [retrying]);

  return (
    <Button
      variant="default"
      {...look}
      ref={button}
      loading={retrying}
      onClick={() => {
        wasPressed.current = true;
        onRetry();
      }}
    >
      Try again
    </Button>
  );
}
