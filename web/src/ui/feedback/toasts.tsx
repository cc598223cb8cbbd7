import { type ComponentType, useEffect, useState } from 'react';
import { useToastWishes, wishForToasts } from '../../lib/toast-wishes.ts';

/** The first events of a person on a page. Password managers cause only `input`. */
const firstSteps = ['pointerdown', 'keydown', 'input'] as const;

/**
 * All toasts of the app. What shows them is loaded when somebody does something, and with the pages behind the sign-in: the
 * sign-in page is there sooner without it (ADR 125).
 */
export function Toasts() {
  const wishes = useToastWishes();
  const [List, setList] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (List || wishes === 0) return;
    // If it cannot be loaded, `lib/toasts` says what the toast would have said, and the next wish tries again.
    import('./toast-list.tsx').then(
      ({ ToastList }) => setList(() => ToastList),
      () => {},
    );
  }, [List, wishes]);
  useEffect(() => {
    const events = new AbortController();
    function begin(): void {
      events.abort();
      // After the event: a render between the browser's change of a field and React's handler would take the typed text back.
      setTimeout(wishForToasts);
    }
    for (const name of firstSteps) {
      window.addEventListener(name, begin, { capture: true, signal: events.signal });
    }
    return () => events.abort();
  }, []);
  return List && <List />;
}
