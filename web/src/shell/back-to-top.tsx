import { IconArrowUp } from '@tabler/icons-react';
import classes from './floating.module.css';
import { useScrolledPast } from './use-scrolled-past.ts';

/** Appears after 100 px of scrolling (spec, section 2 "Shell"). */
export function BackToTop() {
  if (!useScrolledPast(100)) return null;

  function goUp() {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
    // The button disappears, so its focus must go somewhere else first.
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  return (
    <button
      type="button"
      className={`${classes.button} ${classes.top}`}
      aria-label="Back to top"
      title="Back to top"
      onClick={goUp}
    >
      <IconArrowUp size={16} stroke={1.75} />
    </button>
  );
}
