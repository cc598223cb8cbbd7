import classes from './text.module.css';

type Props = {
  /** The name for screen readers: 'Kotlin code'. */
  label: string;
  children: string;
  /** Whether to leave out the frame and be as high as the text, for a place that has a frame. */
  bare?: boolean;
};

/** Code or the text of a file, which scrolls by itself. */
export function CodeArea({ label, children, bare = false }: Props) {
  return (
    // It scrolls, so that it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls
    <section tabIndex={0} aria-label={label} className={classes.codeArea} data-bare={bare}>
      <pre>{children}</pre>
    </section>
  );
}
